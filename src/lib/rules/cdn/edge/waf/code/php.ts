import { words } from '../words.ts';

/*
 * PHP that isn't a call: its tags, which make a page of a value; the arrays with a request's values; variables whose name is a value; and
 * serialized objects, whose methods run when an application reads them.
 */

/** `<?` of XML (`<?xml version`, `<?xml-stylesheet`, `<?mso`), of Java (`List<?>`) and of arrows isn't PHP. */
const tag =
  /<\?(?:php\b|=|\s{0,20}(?:php|echo|print|eval|exec|system|include|require|return|if|for|function|\$|\w{2,30}\s{0,9}\()|\s{0,9}$|xml\s{0,9}:)|\{\/?php\}|<script\s{1,9}language\s{0,3}=\s{0,3}["']?php|<%(?:\s{0,9}(?:eval|execute|response|request|server|@))/;
const bulletin = /\[[/\\]?php\]/;
const superglobal =
  /\$_?(?:_(?:get|post|request|cookie|server|files|session|env)\b|globals\b|http_(?:raw_post_data|response_header|(?:get|post|server|cookie|env|session)_vars|post_files)\b|(?:argc|argv|php_errormsg)\b)/;
/** `${'a'}`, `$ {$a}`: the name of the variable is computed. `${name}` is a placeholder. */
const variable =
  /\$\s{0,60}\{\s{0,60}(?:['"$]|[a-z_]\w{0,30}\s{0,3}\()|\$\s{1,60}\{\s{0,60}[a-z_]\w{0,60}\s{0,60}\}|\$\{[a-z]\}$|\$\$\w{1,30}\s{0,9}(?:=|\()|\$\w{1,30}\s{0,9}=\s{0,9}['"][^'"]{0,60}['"]\s{0,9}(?:\.|;\s{0,9}\$)/;
const serialized = /(?:^|[\s;:{"'=,])[oc]:\+?\d{1,5}:"[\w\\]{1,120}":\d{1,5}:\{/;

/** Settings that let a request include or run what it brings (`php -d`, `.user.ini`, the FastCGI of PHP), and those that reveal or weaken. */
const settings: ReadonlySet<string> = new Set(
  words(`
  allow_url_fopen allow_url_include auto_append_file auto_prepend_file include_path open_basedir disable_functions disable_classes
  safe_mode safe_mode_allowed_env_vars safe_mode_exec_dir safe_mode_gid safe_mode_include_dir safe_mode_protected_env_vars sql.safe_mode
  cgi.force_redirect cgi.fix_pathinfo cgi.redirect_status_env cgi.discard_path doc_root user_dir user_ini.filename
  enable_dl extension extension_dir zend_extension
  register_globals register_argc_argv register_long_arrays variables_order unserialize_callback_func
  magic_quotes_gpc magic_quotes_runtime magic_quotes_sybase short_open_tag asp_tags
  session.auto_start session.save_path session.save_handler session.use_trans_sid session.serialize_handler session.name
  session.upload_progress.enabled session.upload_progress.cleanup session.upload_progress.prefix session.upload_progress.name
  sendmail_path sendmail_from mail.add_x_header mail.force_extra_parameters mail.log
  display_errors display_startup_errors html_errors log_errors error_log error_reporting error_prepend_string error_append_string
  upload_tmp_dir file_uploads post_max_size memory_limit max_execution_time default_charset default_mimetype default_socket_timeout
  arg_separator.input arg_separator.output output_handler output_buffering realpath_cache_size soap.wsdl_cache soap.wsdl_cache_dir
  mysql.default_host mysql.default_user mysql.default_password mysqli.default_host mysqli.default_user mysqli.default_pw mysqli.default_socket
  mysql.allow_local_infile mysqli.allow_local_infile mysqli.allow_persistent mysql.allow_persistent
  php_value php_flag php_admin_value php_admin_flag`),
);
/** Extensions whose settings all count: a name in one is `opcache.preload`. */
const configured: ReadonlySet<string> = new Set(words('assert opcache phar suhosin xdebug'));
const assigned = /\b([a-z_][a-z_\d]{1,30}(?:\.[a-z_\d]{2,40}){0,2})\s{0,9}(?:=|\s(?:on|off|\d)\b)/g;
export function findSetting(text: string): string | null {
  for (const [whole, name = ''] of text.matchAll(assigned))
    if (settings.has(name) || (name.includes('.') && configured.has(name.slice(0, name.indexOf('.'))))) return whole;
  return null;
}

/** @param text in lower case */
export const findTag = (text: string): string | null =>
  text.includes('<') || text.includes('php}') ? (tag.exec(text)?.[0] ?? null) : null;
export const findBulletin = (text: string): string | null => (text.includes('php]') ? (bulletin.exec(text)?.[0] ?? null) : null);
export const findVariable = (text: string): string | null => (superglobal.exec(text) ?? variable.exec(text))?.[0] ?? null;
export const findSerialized = (text: string): string | null =>
  text.includes(':{') || text.includes(': {') ? (serialized.exec(text)?.[0] ?? null) : null;
