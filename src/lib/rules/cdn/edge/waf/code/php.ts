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

/** Settings that let a request include or run what it brings (`php -d`, `.user.ini`, the FastCGI of PHP). */
const setting =
  /\b(?:allow_url_(?:fopen|include)|auto_(?:append|prepend)_file|disable_(?:functions|classes)|open_basedir|safe_mode(?:_\w{3,30})?|cgi\.(?:force_redirect|fix_pathinfo|redirect_status_env|discard_path)|display_(?:startup_)?errors|enable_dl|extension(?:_dir)?|zend_extension|include_path|suhosin\.\w[\w.]{2,40}|register_(?:globals|argc_argv|long_arrays)|magic_quotes_\w{3,10}|session\.(?:auto_start|save_path|save_handler|upload_progress\.\w{2,20}|use_trans_sid|serialize_handler|name)|unserialize_callback_func|sendmail_(?:path|from)|short_open_tag|upload_tmp_dir|user_ini\.filename|variables_order|mail\.\w{3,30}|max_execution_time|memory_limit|error_(?:log|reporting|prepend_string|append_string)|log_errors|default_(?:charset|mimetype|socket_timeout)|doc_root|user_dir|sql\.safe_mode|opcache\.\w{3,30}|assert\.\w{3,20}|php_(?:value|admin_value|flag|admin_flag)|xdebug\.\w{3,30}|soap\.wsdl_cache\w{0,10}|post_max_size|file_uploads|html_errors|phar\.\w{3,20}|mysqli?\.(?:default_\w{3,20}|allow_\w{3,20})|asp_tags|arg_separator\.\w{2,10}|output_(?:handler|buffering)|realpath_cache_size)\s{0,9}(?:=|\s(?:on|off|\d)\b)/;
export const findSetting = (text: string): string | null => setting.exec(text)?.[0] ?? null;

/** @param text in lower case */
export const findTag = (text: string): string | null =>
  text.includes('<') || text.includes('php}') ? (tag.exec(text)?.[0] ?? null) : null;
export const findBulletin = (text: string): string | null => (text.includes('php]') ? (bulletin.exec(text)?.[0] ?? null) : null);
export const findVariable = (text: string): string | null => (superglobal.exec(text) ?? variable.exec(text))?.[0] ?? null;
export const findSerialized = (text: string): string | null =>
  text.includes(':{') || text.includes(': {') ? (serialized.exec(text)?.[0] ?? null) : null;
