; Part of electron-builder's installer: the scheme of links to sessions, which `protocols` does not write on Windows.
; The uninstaller takes it away, unless another copy of the program has taken it over, or this one is being updated. It
; also takes away the entry that opens the program at login.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\greenroom" "" "URL:Greenroom session"
  WriteRegStr SHELL_CONTEXT "Software\Classes\greenroom" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\greenroom\DefaultIcon" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}",0'
  WriteRegStr SHELL_CONTEXT "Software\Classes\greenroom\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    ReadRegStr $0 SHELL_CONTEXT "Software\Classes\greenroom\shell\open\command" ""
    StrCpy $1 '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    StrLen $2 $1
    StrCpy $3 $0 $2
    ${if} $3 == $1
      DeleteRegKey SHELL_CONTEXT "Software\Classes\greenroom"
      ; What Electron writes there for clicks on notifications (src/main/desktop/app-id.ts).
      DeleteRegKey HKCU "Software\Classes\CLSID\{EA580E90-425A-4113-AED5-50BB59FD90A5}"
    ${endIf}
  ${endIf}
!macroend
