; The Windows installer, for one user and without an administrator's rights: docs/packaging.md.
; scripts/package/windows.mjs defines NAME, VERSION, NUMBERS (the version as four numbers), PUBLISHER, KIBIBYTES, ICON,
; OUT, FILES (the list of files, made from the program's folder) and, for a signature, SIGN.

Unicode true
ManifestDPIAware true
ManifestSupportedOS all
RequestExecutionLevel user
SetCompressor zlib
; A file that can't be written ends the installation with exit code 2, also in silent mode.
AllowSkipFiles off
AutoCloseWindow true

!include "LogicLib.nsh"
!include "FileFunc.nsh"
!include "WinVer.nsh"
!include "x64.nsh"
!include "Win\COM.nsh"
!include "Win\Propkey.nsh"
!include "MUI2.nsh"
!include "${FILES}"

!define APP_ID "app.greenroom.greenroom"
!define PROGRAM "$INSTDIR\Greenroom.exe"
!define UNINSTALLER "$INSTDIR\Uninstall.exe"
!define ENTRY "$SMPROGRAMS\Greenroom.lnk"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${APP_ID}"
!define LINKS_KEY "Software\Classes\greenroom"
; The keys that Electron writes for clicks on notifications (src/main/desktop/app-id.ts) and for opening the program at
; login.
!define ACTIVATOR_KEY "Software\Classes\CLSID\{EA580E90-425A-4113-AED5-50BB59FD90A5}"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define APPROVED_KEY "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
!define OPEN_LINK '"${PROGRAM}" "%1"'
!define UNWRITABLE 2
!define UNSUPPORTED 3
!define RUNNING 5

Name "${NAME}"
BrandingText "${NAME} ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Greenroom"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
ShowInstDetails nevershow
ShowUninstDetails nevershow

!ifdef SIGN
  !uninstfinalize '${SIGN} "%1"' = 0
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(DataStays)"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString IsRunning ${LANG_ENGLISH} "Greenroom is running. Quit Greenroom, then choose Retry."
LangString IsRunning ${LANG_SIMPCHINESE} "Greenroom 正在运行。请退出 Greenroom，然后点击「重试」。"
LangString NotWritable ${LANG_ENGLISH} "Greenroom can't be installed: the folder $INSTDIR can't be written to."
LangString NotWritable ${LANG_SIMPCHINESE} "无法安装 Greenroom：无法写入文件夹 $INSTDIR。"
LangString NotReplaced ${LANG_ENGLISH} "The installed version can't be replaced. Uninstall Greenroom in the Windows settings, then start this installer again. Your data stays."
LangString NotReplaced ${LANG_SIMPCHINESE} "无法替换已安装的版本。请在 Windows 设置中卸载 Greenroom，然后重新运行此安装程序。您的数据会保留。"
LangString NotSupported ${LANG_ENGLISH} "Greenroom needs Windows 10 or later, 64-bit."
LangString NotSupported ${LANG_SIMPCHINESE} "Greenroom 需要 64 位 Windows 10 或更高版本。"
LangString DataStays ${LANG_ENGLISH} "Greenroom is removed from this computer. Your data in $LOCALAPPDATA\Greenroom and your secrets in the Credential Manager stay."
LangString DataStays ${LANG_SIMPCHINESE} "将从此电脑中移除 Greenroom。$LOCALAPPDATA\Greenroom 中的数据和凭据管理器中的密钥会保留。"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
!macro Describe LANGUAGE
  VIAddVersionKey /LANG=${LANGUAGE} "ProductName" "Greenroom"
  VIAddVersionKey /LANG=${LANGUAGE} "FileDescription" "${NAME} ${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "CompanyName" "${PUBLISHER}"
  VIAddVersionKey /LANG=${LANGUAGE} "LegalCopyright" "${PUBLISHER}"
  VIAddVersionKey /LANG=${LANGUAGE} "FileVersion" "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "ProductVersion" "${VERSION}"
!macroend
!insertmacro Describe ${LANG_ENGLISH}
!insertmacro Describe ${LANG_SIMPCHINESE}

; Ends with a message, which a silent run does not show.
!macro EndWith CODE SENTENCE
  MessageBox MB_OK|MB_ICONSTOP "${SENTENCE}" /SD IDOK
  SetErrorLevel ${CODE}
  Quit
!macroend

; Windows locks the file of a running program. Without this check every file except that one would be removed.
!macro CheckRunning UN
Function ${UN}CheckRunning
  IfFileExists "${PROGRAM}" again free
again:
  ClearErrors
  FileOpen $R0 "${PROGRAM}" a
  IfErrors held
  FileClose $R0
  Goto free
held:
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(IsRunning)" /SD IDCANCEL IDRETRY again
  SetErrorLevel ${RUNNING}
  Quit
free:
FunctionEnd
!macroend
!insertmacro CheckRunning ""
!insertmacro CheckRunning "un."

; Without this check the installed version would be removed before the first file of the new one can't be written.
Function CheckFolder
  ClearErrors
  CreateDirectory "$INSTDIR"
  GetTempFileName $R0 "$INSTDIR"
  ${If} ${Errors}
    !insertmacro EndWith ${UNWRITABLE} "$(NotWritable)"
  ${EndIf}
  Delete "$R0"
  RMDir "$INSTDIR"
FunctionEnd

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    !insertmacro EndWith ${UNSUPPORTED} "$(NotSupported)"
  ${EndIf}
  Call CheckRunning
  Call CheckFolder
FunctionEnd

Function un.onInit
  Call un.CheckRunning
FunctionEnd

Function .onInstSuccess
  ${IfNot} ${Silent}
    Exec '"${PROGRAM}"'
  ${EndIf}
FunctionEnd

; The installed version's uninstaller knows its files. It keeps the entries that the new version writes again, so that a
; pinned entry stays pinned.
Function RemoveInstalled
  ReadRegStr $R0 HKCU "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $R0 == ""
  ${OrIfNot} ${FileExists} "$R0\Uninstall.exe"
    Return
  ${EndIf}
  ClearErrors
  ExecWait '"$R0\Uninstall.exe" /S /upgrade _?=$R0' $R1
  ${If} ${Errors}
    StrCpy $R1 ${UNWRITABLE}
  ${EndIf}
  ${If} $R1 = ${RUNNING}
    !insertmacro EndWith ${RUNNING} "$(IsRunning)"
  ${ElseIf} $R1 <> 0
    !insertmacro EndWith ${UNWRITABLE} "$(NotReplaced)"
  ${EndIf}
  ; A running uninstaller can't remove itself, so it would remain in a different folder. The operator's choice to open
  ; the program at login would name that folder.
  ${If} $R0 != $INSTDIR
    Delete "$R0\Uninstall.exe"
    RMDir "$R0"
    ReadRegStr $R1 HKCU "${RUN_KEY}" "${APP_ID}"
    ${If} $R1 == '"$R0\Greenroom.exe"'
      WriteRegStr HKCU "${RUN_KEY}" "${APP_ID}" '"${PROGRAM}"'
    ${EndIf}
  ${EndIf}
FunctionEnd

; The entry has the program's id (src/main/desktop/app-id.ts): Windows shows notifications only for programs with such
; an entry.
!macro WriteEntry
  CreateShortcut "${ENTRY}" "${PROGRAM}"
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IShellLink} r0 ""
  ${If} $0 P<> 0
    ${IUnknown::QueryInterface} $0 '("${IID_IPersistFile}",.r1)'
    ${If} $1 P<> 0
      ${IPersistFile::Load} $1 '("${ENTRY}",${STGM_READWRITE})'
      ${IUnknown::QueryInterface} $0 '("${IID_IPropertyStore}",.r2)'
      ${If} $2 P<> 0
        System::Call '*${SYSSTRUCT_PROPERTYKEY}(${PKEY_AppUserModel_ID})p.r3'
        System::Call '*(&w${NSIS_MAX_STRLEN} "${APP_ID}")p.r4'
        System::Call '*${SYSSTRUCT_PROPVARIANT}(${VT_LPWSTR},,p r4)p.r5'
        ${IPropertyStore::SetValue} $2 '($3,$5)'
        ${IPropertyStore::Commit} $2 ""
        System::Free $5
        System::Free $4
        System::Free $3
        ${IUnknown::Release} $2 ""
      ${EndIf}
      ${IPersistFile::Save} $1 '("${ENTRY}",1)'
      ${IUnknown::Release} $1 ""
    ${EndIf}
    ${IUnknown::Release} $0 ""
  ${EndIf}
!macroend

Section
  Call RemoveInstalled
  ; First, so that an interrupted installation can be uninstalled.
  SetOutPath "$INSTDIR"
  WriteUninstaller "${UNINSTALLER}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "${PROGRAM}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"${UNINSTALLER}"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"${UNINSTALLER}" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${KIBIBYTES}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1

  !insertmacro InstallFiles
  ; Sets the entry's working folder.
  SetOutPath "$INSTDIR"
  !insertmacro WriteEntry

  WriteRegStr HKCU "${LINKS_KEY}" "" "URL:Greenroom session"
  WriteRegStr HKCU "${LINKS_KEY}" "URL Protocol" ""
  WriteRegStr HKCU "${LINKS_KEY}\DefaultIcon" "" '"${PROGRAM}",0'
  WriteRegStr HKCU "${LINKS_KEY}\shell\open\command" "" '${OPEN_LINK}'
SectionEnd

Section "Uninstall"
  !insertmacro RemoveFiles
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/upgrade" $R1
  ${If} ${Errors}
    Delete "${ENTRY}"
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
    ; A different copy of the program might have registered the links.
    ReadRegStr $R0 HKCU "${LINKS_KEY}\shell\open\command" ""
    ${If} $R0 == '${OPEN_LINK}'
      DeleteRegKey HKCU "${LINKS_KEY}"
      ; Windows keeps this key apart for 32-bit programs such as this one, and Greenroom, which wrote it, is 64-bit.
      SetRegView 64
      DeleteRegKey HKCU "${ACTIVATOR_KEY}"
      SetRegView lastused
    ${EndIf}
    DeleteRegValue HKCU "${RUN_KEY}" "${APP_ID}"
    DeleteRegValue HKCU "${APPROVED_KEY}" "${APP_ID}"
    Delete "${UNINSTALLER}"
    RMDir "$INSTDIR"
  ${EndIf}
SectionEnd
