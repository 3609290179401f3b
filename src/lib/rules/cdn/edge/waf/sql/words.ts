/** Kinds of tokens. Words that have no part in an attack are `word`. */
export const Kind = {
  word: 0,
  number: 1,
  string: 2,
  /** A string whose end is missing: the query around the value has it. */
  open: 3,
  variable: 4,
  /** `null`, `true`, `false` … */
  constant: 5,
  /** `=`, `<`, `like`, `in` … */
  compare: 6,
  arithmetic: 7,
  /** `or`, `and`, `||` … */
  logic: 8,
  not: 9,
  parenthesis: 10,
  closing: 11,
  comma: 12,
  semicolon: 13,
  dot: 14,
  /** `--` or `#`: the rest of the query is no longer code. */
  comment: 15,
  /** `::` of PostgreSQL. */
  cast: 16,
  /** Operators of PostgreSQL and SQLite on JSON: `->`, `@>` … */
  json: 17,
  /** A function on values: `substr`, `concat` … */
  function: 18,
  /** A function that states what the database is: `version`, `user` … */
  info: 19,
  /** A function that waits. */
  delay: 20,
  /** A function that reads files, opens connections or puts data into an error. */
  system: 21,
  select: 22,
  union: 23,
  from: 24,
  where: 25,
  /** `having`, `group`, `order`, `limit` … */
  clause: 26,
  by: 27,
  /** The first word of a statement that changes something. */
  statement: 28,
  execute: 29,
  declare: 30,
  into: 31,
  case: 32,
  when: 33,
  caseThen: 34,
  if: 35,
  exists: 36,
  all: 37,
  /** A type, as after `::` or `as`. */
  type: 38,
  single: 39,
  double: 40,
  backtick: 41,
  commentStart: 42,
  commentEnd: 43,
  backslash: 44,
  bracket: 45,
  other: 46,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** What a database calls things: MySQL, PostgreSQL, SQL Server, Oracle and SQLite. */
const words: readonly (readonly [Kind, string])[] = [
  [Kind.logic, 'or and xor'],
  [Kind.not, 'not'],
  [Kind.constant, 'null true false default unknown'],
  [Kind.compare, 'like rlike regexp ilike glob between in is sounds similar'],
  [Kind.arithmetic, 'div mod binary collate escape'],
  [Kind.select, 'select'],
  [Kind.union, 'union except intersect minus'],
  [Kind.all, 'all distinct distinctrow any some'],
  [Kind.from, 'from'],
  [Kind.where, 'where'],
  [Kind.clause, 'having group order limit offset procedure window returning fetch'],
  [Kind.by, 'by'],
  [
    Kind.statement,
    'insert update delete drop alter create truncate replace merge grant revoke rename shutdown copy call load waitfor attach backup restore set begin handler dbcc reconfigure bulk vacuum pragma do kill use analyze',
  ],
  [Kind.execute, 'exec execute'],
  [Kind.declare, 'declare'],
  [Kind.into, 'into'],
  [Kind.case, 'case'],
  [Kind.when, 'when'],
  [Kind.caseThen, 'then'],
  [Kind.if, 'if iif ifnull nullif isnull elt decode'],
  [Kind.exists, 'exists'],
  [
    Kind.function,
    'abs acos asin atan atan2 ceil cos cot degrees ln log power radians round sign sin tan left right space trim format translate encode decode encrypt compress charset collation likely unlikely randomblob unicode variance stddev std stdev lag lead rank now minute hour second month year week quarter convert_charset ascii ord bin hex unhex char chr nchar nvarchar concat concat_ws substr substring substring_index mid instr locate position strcmp length len char_length character_length octet_length bit_length lower lcase upper ucase reverse repeat lpad rpad ltrim rtrim coalesce nvl cast convert to_char to_number to_base64 from_base64 unistr quote md5 sha1 sha2 count sum avg group_concat string_agg listagg array_agg xmlagg json_extract json_arrayagg json_object json_keys json_value jsonb_path_query json_array_elements row_number row exp floor rand pow sqrt conv make_set regexp_like regexp_substr regexp_instr regexp_replace stuff quotename patindex charindex difference soundex extract field greatest least interval oct dump ceiling replicate weekday typeof zeroblob printf to_hex',
  ],
  [
    Kind.info,
    'user current_user session_user system_user suser_name suser_sname user_name database current_database schema current_schema db_name db_id version sqlite_version connection_id host_name last_insert_id object_id object_name is_srvrolemember is_member current_setting getdate sysdate',
  ],
  [Kind.delay, 'sleep pg_sleep pg_sleep_for pg_sleep_until benchmark randomblob receive_message'],
  [
    Kind.system,
    'extractvalue updatexml load_file load_extension name_const gtid_subset gtid_subtract st_latfromgeohash st_pointfromgeohash polygon multipoint multipolygon geometrycollection linestring multilinestring query_to_xml database_to_xml table_to_xml xmltype pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file lo_import lo_export lo_get lo_put lo_from_bytea dblink dblink_connect dblink_exec openrowset openquery opendatasource utl_http utl_inaddr utl_file dbms_xmlgen dbms_pipe dbms_lock dbms_session dbms_ldap dbms_java ctxsys httpuritype fn_xe_file_target_read_file sys_eval sys_exec readfile writefile fts3_tokenizer',
  ],
  [
    Kind.type,
    'int int2 int4 int8 integer bigint smallint tinyint bool boolean text varchar bpchar json jsonb numeric decimal float float4 float8 double real date timestamp timestamptz bytea uuid regclass regproc inet xml name oid signed unsigned nvarchar2 varchar2',
  ],
];

/** Words by their kind; in lower case. */
export const wordKinds: ReadonlyMap<string, Kind> = new Map(
  words.flatMap(([kind, list]) => list.split(' ').map((word): [string, Kind] => [word, kind])),
);

/** What a statement changes, after its first word: `drop table`. Empty: anything may follow. */
export const statementObjects: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    insert: 'into ignore low_priority delayed high_priority overwrite',
    replace: 'into',
    merge: 'into',
    delete: 'from',
    drop: 'table database view user index schema procedure function trigger login role sequence column if',
    alter:
      'table database view user login role session system procedure function schema index authorization aggregate application assembly availability column credential encryption endpoint event external fulltext group instance language library materialized message operator partition policy proxy queue resource route security sequence server service tablespace trigger type workload xml',
    create:
      'table database view user index schema procedure function trigger login role or unique temporary temp alias extension aggregate language assembly credential endpoint event external fulltext global instance library materialized operator proxy queue resource route sequence server service statistics synonym tablespace type virtual xml',
    truncate: 'table',
    rename: 'table column user database',
    waitfor: 'delay time',
    load: 'data xml index',
    attach: 'database',
    backup: 'database log',
    restore: 'database',
    bulk: 'insert',
  }).map(([word, objects]) => [word, new Set(objects.split(' '))]),
);

/** Tables that describe the database, and its schemas: names that nothing else has. */
export const catalogs: ReadonlySet<string> = new Set(
  'information_schema performance_schema pg_catalog pg_toast pg_temp sqlite_master sqlite_schema sqlite_temp_master sqlite_sequence pg_shadow pg_user pg_authid pg_tables pg_database pg_class pg_roles pg_attribute pg_namespace pg_stat_activity all_tables all_tab_columns all_users user_tables user_tab_columns user_objects user_constraints user_ind_columns user_users dba_users dba_tables v$version v$instance v$parameter sysobjects syscolumns sysdatabases sysusers syslogins sysfiles sysprocesses sysxlogins msysobjects msysaces msysqueries msysrelationships msysaccessobjects msysaccessstorage msysaccessxml msysmodules msysmodules2 sysaux innodb_table_stats innodb_index_stats tempdb syscat sysibm xmltype'.split(
    ' ',
  ),
);
/** Tables and procedures of a schema that is also an ordinary word. */
export const schemaTables: Readonly<Record<string, RegExp>> = {
  sys: /^(?:database_name|objects|tables|columns|databases|all_|sys|schemas|user|server_principals|sql_logins|x\$|schema_|host_)/,
  mysql: /^(?:user|db|proc|func|event|tables_priv)$|^innodb_/,
  master: /^(?:dbo|sys|xp_|\.)/,
  msdb: /^(?:dbo|sys)/,
};
