import { words } from '../words.ts';

/*
 * Functions that an attacker calls, by language and by how much a call says. The list names what runs code or commands, reads or writes
 * files, opens connections, unpacks hidden code, or reveals the server.
 */

/** PHP, by names that nothing else has. */
const phpNames = words(`
  array_diff_uassoc array_diff_ukey array_filter array_intersect_uassoc array_intersect_ukey array_map array_reduce array_udiff
  array_udiff_assoc array_walk array_walk_recursive assert_options base64_decode base64_encode bzcompress bzdecompress bzopen bzread
  call_user_func call_user_func_array call_user_method chgrp chmod chown convert_uudecode copy_file create_function curl_exec curl_init
  curl_multi_exec curl_setopt db2_exec define_syslog_variables disk_free_space diskfreespace dl_open error_log escapeshellarg escapeshellcmd
  eval_php expect_popen extract_vars file_exists file_get_contents file_put_contents fileatime filectime filegroup fileinode filemtime
  fileowner fileperms filesize fopen fpassthru fputcsv fputs fread fscanf fsockopen ftp_connect ftp_exec ftp_get ftp_put
  func_get_args function_exists fwrite get_cfg_var get_class_methods get_current_user get_defined_constants get_defined_functions get_defined_vars
  get_include_path getcwd getenv getlastmod getmygid getmyinode getmypid getmyuid getmyuid gzcompress gzdecode gzdeflate gzencode gzfile
  gzinflate gzopen gzpassthru gzread gzuncompress hash_file hash_hmac_file highlight_file highlight_string html_entity_decode htmlspecialchars_decode
  ini_alter ini_get ini_get_all ini_restore ini_set invokeargs is_array is_callable is_dir is_executable is_file is_link is_object is_readable
  is_string is_uploaded_file is_writable is_writeable iterator_apply json_decode lchgrp lchown leak linkinfo ldap_connect mb_ereg_replace mb_ereg_replace_callback mb_parse_str
  mb_send_mail md5_file method_exists mkfifo move_uploaded_file mysqli_connect mysqli_query mysql_connect mysql_query ob_start odbc_exec
  odbc_execute odbc_result open_basedir openlog parse_ini_file parse_ini_string parse_str pcntl_alarm pcntl_exec pcntl_fork pcntl_signal pcntl_waitpid
  pfsockopen pg_connect pg_execute pg_query php_sapi_name php_strip_whitespace php_uname phpcredits phpinfo phpversion popen posix_getegid posix_geteuid posix_getlogin
  posix_getpwuid posix_kill posix_mkfifo posix_setuid posix_ttyname posix_uname preg_match preg_match_all preg_quote preg_replace preg_replace_callback preg_split print_r
  proc_close proc_get_status proc_nice proc_open proc_terminate putenv rawurldecode readfile readgzfile readlink realpath
  register_shutdown_function register_tick_function require_once runkit_function_rename scandir session_set_save_handler session_start set_error_handler set_exception_handler
  set_include_path set_time_limit setcookie sha1_file shell_exec shm_attach show_source simplexml_load_file simplexml_load_string socket_connect
  socket_create spl_autoload_register sqlite_open sqlsrv_connect sqlsrv_query stream_context_create stream_get_contents stream_select stream_socket_client str_replace str_repeat str_rot13 str_split
  strip_tags stripslashes strrev strtolower strtoupper symlink sys_get_temp_dir sys_getloadavg tempnam tmpfile touch_file uasort uksort unserialize usort var_dump var_export
  virtual_file win32_create_service wincache_ucache_get xml_parse_into_struct xmlrpc_decode zend_version zip_open zlib_decode zlib_encode`);

/** PHP and others, by names that are also words, methods or names of other tools: only as a call, and not of an object. */
const ambiguousNames = words(`
  assert basename chdir chr copy define dir dl dirname eval exec explode expect extract file fgets ftok glob hash header implode include
  intval join link mail mkdir opendir ord pack passthru phpfunction pipe rand readdir rename require rmdir settype show
  strlen strpos substr symlink syslog system tempnam touch unlink unpack urldecode`);

/** Methods and functions by their owner; `*`: any owner. */
const methods: Readonly<Record<string, readonly [id: 'rce-node' | 'rce-java' | 'rce-python' | 'rce-ruby', owners: RegExp | null]>> = {
  readfilesync: ['rce-node', null],
  readfile: ['rce-node', /fs|require|\(\)/],
  readdirsync: ['rce-node', null],
  readdir: ['rce-node', /fs|require|\(\)/],
  writefilesync: ['rce-node', null],
  appendfilesync: ['rce-node', null],
  createreadstream: ['rce-node', null],
  execsync: ['rce-node', null],
  spawnsync: ['rce-node', null],
  execfile: ['rce-node', null],
  execfilesync: ['rce-node', null],
  runinthiscontext: ['rce-node', null],
  runinnewcontext: ['rce-node', null],
  getbuiltinmodule: ['rce-node', null],
  _load: ['rce-node', /module|main|constructor/],
  dlopen: ['rce-node', /process/],
  spawn: ['rce-node', /process|require|\(\)/],
  binding: ['rce-node', /process/],
  getruntime: ['rce-java', null],
  forname: ['rce-java', /class|\(\)|loader/],
  getdeclaredmethod: ['rce-java', null],
  getdeclaredmethods: ['rce-java', null],
  getdeclaredconstructor: ['rce-java', null],
  getdeclaredconstructors: ['rce-java', null],
  getmethod: ['rce-java', /class|\(\)/],
  newinstance: ['rce-java', null],
  defineclass: ['rce-java', null],
  loadclass: ['rce-java', null],
  processbuilder: ['rce-java', null],
  getenginebyname: ['rce-java', null],
  scriptenginemanager: ['rce-java', null],
  urlclassloader: ['rce-java', null],
  initialcontext: ['rce-java', null],
  setaccessible: ['rce-java', null],
  getservletcontext: ['rce-java', null],
  fileoutputstream: ['rce-java', null],
  __import__: ['rce-python', null],
  __reduce__: ['rce-python', null],
  __subclasses__: ['rce-python', null],
  __getattribute__: ['rce-python', null],
  __getitem__: ['rce-python', null],
  import_module: ['rce-python', null],
  check_output: ['rce-python', null],
  check_call: ['rce-python', null],
  getoutput: ['rce-python', null],
  spawnl: ['rce-python', null],
  execl: ['rce-python', null],
  execve: ['rce-python', null],
  instance_eval: ['rce-ruby', null],
  class_eval: ['rce-ruby', null],
  instance_variable_get: ['rce-ruby', null],
  constantize: ['rce-ruby', null],
  popen3: ['rce-ruby', null],
  capture2: ['rce-ruby', null],
  capture3: ['rce-ruby', null],
};

/** The modules whose functions run commands, with those functions. */
export const owned: readonly (readonly [id: 'rce-python' | 'rce-ruby' | 'rce-java' | 'rce-node', owner: RegExp, names: RegExp])[] = [
  ['rce-python', /(?:^|\.)(?:os|posix|nt)\.$/, /^(?:system|popen\d?|exec\w*|spawn\w*|fork|listdir|remove|unlink|environ|getenv)$/],
  ['rce-python', /(?:^|\.)(?:subprocess|commands|pty)\.$/, /^(?:popen|call|run|check_\w+|getoutput|getstatusoutput|spawn)$/],
  ['rce-python', /(?:^|\.)(?:pickle|cpickle|marshal|yaml|shelve|dill)\.$/, /^(?:loads?|unsafe_load|full_load|open)$/],
  [
    'rce-ruby',
    /(?:^|\.)(?:kernel|process|io|open3|pty|file|dir|fiddle|object|erb)\.$/,
    /^(?:exec|spawn|popen\d?|system|fork|open|read|readlines|binread|write|glob|entries|capture\w*|pipeline\w*|new|syscall|send|const_get|daemon|detach|kill)$/,
  ],
  ['rce-java', /(?:runtime|getruntime|\(\))\.$/, /^(?:exec|load|loadlibrary|addshutdownhook|eval)$/],
  ['rce-node', /(?:child_process|cp|require|\(\))\.$/, /^(?:exec|execsync|spawn|fork|execfile)$/],
  ['rce-node', /(?:^|\.)(?:process)\.$/, /^(?:exit|kill|abort|chdir|dlopen|binding|reallyexit|cwd|getuid|memoryusage)$/],
];

export const php: ReadonlySet<string> = new Set(phpNames);
export const ambiguous: ReadonlySet<string> = new Set(ambiguousNames);
export const methodTable: ReadonlyMap<string, readonly [id: 'rce-node' | 'rce-java' | 'rce-python' | 'rce-ruby', owners: RegExp | null]> =
  new Map(Object.entries(methods));
/** The functions of PHP that run code or commands: also when their name is computed. */
const runningNames =
  'system exec passthru popen proc_open assert eval call_user_func phpinfo create_function file_get_contents base64_decode'.split(' ');
export const running = new RegExp(`(?:${runningNames.join('|')})$`);
/** The last letters of a name, as a number: the last one in the lowest bits. */
export const tailLength = 4;
export const tailBits = (code: number, at: number): number => ((code | 32) & 127) << (7 * at);
/** The last letters of those names: nearly all other names have none of these. */
export const runningTails: ReadonlySet<number> = new Set(
  runningNames.map((name) =>
    Array.from({ length: tailLength }, (_, at) => tailBits(name.charCodeAt(name.length - 1 - at), at)).reduce((sum, one) => sum | one),
  ),
);
