import { describe, expect, test } from 'vitest';
import type { Detector } from '../detector.ts';
import type { Part } from '../parts.ts';
import { type PatternInfo, patternInfo } from '../patternTable.ts';
import { Value } from '../value.ts';
import { noSqlDetector } from './nosql.ts';
import { sqlDetector } from './sql.ts';

const detect = (detector: Detector, text: string, place: Part['place'] = 'parameter'): string[] =>
  detector.detect(new Value({ place, name: 'x', text })).map(({ id }) => id);
/** As a request is judged: of mere mentions, the highest score counts. */
function score(text: string, place: Part['place'] = 'parameter', name = 'x'): number {
  const value = new Value({ place, name, text });
  const found = [sqlDetector, noSqlDetector].flatMap((one) => one.detect(value)).map(({ id }): PatternInfo => patternInfo[id]);
  const sum = found.filter(({ mention }) => !mention).reduce((total, one) => total + one.score, 0);
  return sum + Math.max(0, ...found.filter(({ mention }) => mention).map((one) => one.score));
}

describe('attacks on SQL', () => {
  const attacks: Record<string, string[]> = {
    'sqli-union': [
      '1 UNION SELECT null,null',
      '1 union all select 1',
      '1/**/union/**/select/**/1',
      '1 /*!50000UNION*/ /*!SELECT*/ 1',
      '1\tunion\n\nselect 1',
      '1%2520union%2520select%25201',
      '(1)union(select(1))',
      "x' union select name, hash from accounts -- ",
      '-1 union distinct select @a',
      'shoes union select login from staff',
      "x' union values(1, 2)",
      '3 union table staff',
    ],
    'sqli-tautology': [
      "x' or '1'='1",
      '1 or 1=1',
      '1 || 1=1',
      "admin' or 1=2",
      "admin'or'a'>'b",
      '7 or 2>1 -- ',
      "x' or 5 like 5 or 'a'='b",
      '" or "a"="a',
      "') or ('x'='x",
      "x' or true -- ",
      '1 or not 1=2',
      "' or 0x41=0x41#",
      '9 xor 1=1',
      '1 or not false',
      "' or ''-'",
      "z' or 1 -- ",
      "a' && '1' like '1",
      '4+or+3=3',
    ],
    'sqli-quote': [
      "x' or name like 'a",
      "x') order by 5-- ",
      "a' having 1=1 -- ",
      "a'='",
      "nobody' and pin='0000",
      '5 order by 9',
      "' group by id having 1=1-- ",
      "x' is not null or 'a'",
      "x' sounds like 'x",
      "4' div 2='2",
      "x' collate utf8_bin='x",
      'having 2=2',
      `x' or '{"a":1}'::jsonb @> '{"a":1}`,
    ],
    'sqli-blind': [
      "1' AND SUBSTR(password,1,1)='a",
      "admin' AND ascii(substring((select hash from staff limit 1),1,1))>100",
      '1 and length(user())>4',
      "x' and (select 1)",
      "' and exists(select 1 from staff)",
      '1 and case when 1=1 then 1 else 0 end',
      "k' and mid(pw,1,1)='q' and 'a'='a",
      'if(1=1,1,2)',
      'case 1 when 1 then 2 end',
    ],
    'sqli-comment': ["admin'--", "admin'; -- ", "admin'#", "admin') -- ", "admin'/*", 'admin" -- x', "a';", '1 /*!50000or*/ 2'],
    'sqli-stacked': [
      '1; drop table users',
      '1; insert into users values(1)',
      "a'; update staff set pay = 1",
      "'; exec xp_cmdshell 'dir'",
      '1; exec(@a)',
      "'; exec ('sel' + 'ect 1')",
      "'; copy (select 1) to program 'id'-- ",
      '1);declare @a varchar(9)',
      "x'; truncate staff; --",
      '1; select name from staff',
      'insert into staff(name) values(1)',
      '/create table staff',
      "alter user ana identified by 'x'",
      'grant select on staff to ana',
      'declare c cursor for select 1',
      'alter table staff add column pay int',
      'merge into staff using bills',
      "1; exec('se'+@b)",
      'ALTER TABLE `bills` MODIFY `state` `kind` char(3)',
    ],
    'sqli-time': [
      "1' and sleep(5)",
      "1; waitfor delay '0:0:5'",
      "x'||pg_sleep(4)||'",
      '1 and benchmark(9999999,md5(1))',
      "1 or dbms_pipe.receive_message('a',9)",
      'sleep (3)',
      "'+waitfor+delay+'0:0:9'--",
    ],
    'sqli-schema': ['select 1 from information_schema.tables', '@@version', '1 and 1 in (select name from sysobjects)', 'sqlite_master'],
    'sqli-function': [
      'extractvalue(1,2)',
      '1 into outfile "x"',
      "1' and updatexml(1,concat(0x7e,user()),1) -- ",
      'convert(int,(select 1))',
      'char(65)+char(66)',
      'chr(65)||chr(66)',
      'load_file(0x2f)',
      'utl_http.request(1)',
      'str_to_date(1,2)',
      'name::int',
      '1 procedure analyse(1)',
      'lo_import(1)',
      'polygon((select 1))',
      '1.e(1)',
      "match(title) against ('b')",
      '7-(select 1)',
      '7::int=7',
      'benchmark(',
      'insert(',
      'coalesce(',
      "select id from staff where id=json_value('{\"b\":2}','$.b')",
      '2.2250738585072012e-308',
    ],
    'sqli-select': ['select a from b where c', "select date_trunc('week', paid) w, sum(price) from bills group by 1"],
    'sqli-mention': ['please use the date_format(a) function'],
  };
  const pairs = Object.entries(attacks).flatMap(([id, values]) => values.map((value) => [id, value] as const));
  test.each(pairs)('%s: %j', (id, text) => expect(detect(sqlDetector, text)).toContain(id));
});

describe('attacks on databases without SQL', () => {
  test.each<[text: string, place: Part['place']]>([
    ['password[$ne]', 'parameterName'],
    ['filter.$where', 'parameterName'],
    ['$gt', 'parameterName'],
    ['{"$gt":""}', 'parameter'],
    ['{$ne:1}', 'parameter'],
    ["'; return true; var a='", 'parameter'],
    ["x' || '1'=='1", 'parameter'],
    ['this.password.match(/a/)', 'parameter'],
    ['db.staff.find()', 'parameter'],
    ['5; db.staff.drop()', 'parameter'],
    ['filter[$where]', 'parameterName'],
    ['items[0][$gt]', 'parameterName'],
  ])('%s as %s', (text, place) => expect(detect(noSqlDetector, text, place)).toEqual(['sqli-nosql']));

  test.each([
    ["name like 'A%' and price > 30", false],
    ["opened between '2020-01-01' and '2020-02-01' or kind in ('a', 'b')", false],
    ['within_box(place, 47.5, -122.3, 47.4, -122.2)', false],
    ['this.admin', true],
    ["kind == 'a'", true],
    ['1', true],
    ["'a' < 'b'", true],
    ['sleep(900) || 1', true],
  ])('$where=%s is an attack: %s', (text, isAttack) => {
    for (const name of ['$where', 'a.$where', 'a[$where]']) expect(score(text, 'parameter', name) >= 5).toBe(isAttack);
    expect(score('$where', 'parameterName', '$where')).toBe(0);
    expect(score('$where', 'parameterName', 'a.$where')).toBe(5);
  });

  test.each(['filters[price][$gte]', 'where[$or][0][state][$in][1]'])('%s is a filter of an API', (text) =>
    expect(detect(noSqlDetector, text, 'parameterName')).toEqual(['sqli-operator']),
  );
  test.each(['filters[price][$where]', 'filter[$expr][$function]', 'user[filter][$ne]'])('%s is no filter', (text) =>
    expect(detect(noSqlDetector, text, 'parameterName')).toEqual(['sqli-nosql']),
  );

  test.each(['$set', 'price$', '$schema', 'a[b]', '$'])('%s is a name', (text) =>
    expect(detect(noSqlDetector, text, 'parameterName')).toEqual([]),
  );
});

describe('the place of a value', () => {
  const text = "Friendly price watcher of shops 1 waitfor delay '0:0:9' --";
  test('browsers mention no SQL', () => {
    expect(score(text, 'header', 'user-agent')).toBe(5);
    expect(score(text, 'header', 'x-title')).toBe(2);
    expect(score(`https://a.example/?q=${text}`, 'header', 'referer')).toBe(2);
  });
});

describe('queries as values', () => {
  test.each<[query: string, attack: string]>([
    ["select date_trunc('day', paid), count(*) from bills group by 1", "1 and date_trunc('day', (select paid from bills))>0"],
    ["select sum(case when kind='a' then 1 else 0 end) from bills", "1 and case when kind='a' then 1 else 0 end"],
    ['select coalesce(a, b) from bills where id = 5', 'select coalesce(a, b) from information_schema.tables'],
    ['with m as (select id, at::date d from log) select d, count(*) from m', 'with m as (select pg_sleep(9)) select * from m'],
    ["select name from staff where id in (select id from teams where name = 'x')", 'select name from staff; drop table staff'],
    ["select md5(name) from staff where name = 'a'", "select load_file('/a') from staff"],
  ])('%s passes, %s is an attack', (query, attack) => {
    expect(score(query)).toBeLessThan(5);
    expect(score(attack)).toBeGreaterThanOrEqual(5);
  });
});

describe('texts that pass', () => {
  test.each([
    'Sleep (2020 film)',
    'the union select committee',
    'Western Union select a branch from the list',
    "O'Brien or so",
    "rock 'n' roll",
    "it's 5 o'clock or 6",
    'select a product from our list where you like',
    '5 < 6 and 7 > 3',
    "the 'or' operator and the 'and' operator",
    "the word 'is' means 'be'",
    'users (12)',
    'round(2.5)',
    'the hex() function of Python',
    'update your profile, set a photo',
    'insert coin; select game',
    'drop me at the table; thanks',
    'a=1; b=2',
    'create user guide',
    'order by Friday, group by group',
    'just in case when he comes then call me',
    'C# and F#',
    'href="#top" or href="#end"',
    'color: #fff; /* white */',
    'a -- b',
    'std::string name',
    'fe80::1',
    'limit 10 per person',
    'status = 5 and priority = 3',
    '"quoted" -- somebody',
    'is it "like" this or "like" that?',
    "L'été ou l'hiver",
    "عبارت 'یا' و 'و'",
    '100% (approx.)',
    '(555) 123-4567',
    'x^2 + y^2 = 1',
    'a && b || c',
    '{"a":"b","c":[1,2]}',
    'user (admin)',
    'git log --oneline | head',
    "use a placeholder instead of ' or 2=2' in the code",
    "'; select 4 or <5> --",
    "execute('dir ' + folder)",
    'create user guide using pictures',
    'grant all teachers access to the room',
    'the union table is in the union hall',
    'in case 5 when they arrive then call',
    'having 2 = two of them',
    "they're 5' - 6' tall; -- about",
    'create function that returns a list',
    'alter table tennis rules for children',
    'Toppings - (select 2)',
    'the match (Friday) against (visitors)',
    'mysql.db.internal.example:3306 (primary)',
    'master.system.users;',
    'salt+and+pepper+(ground)',
    "if (this.value == '') return;",
    "open(this.href, '_blank');return false;",
    'call db.users.find({}) in the shell',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'https://example.com/?a=1&b=2#c',
  ])('%j', (text) => expect(score(text)).toBeLessThan(5));
});

test.each(['this works:\n```\nSELECT count(*) FROM orders\n```\nand is slow', 'use ```select version()``` to see it'])(
  'a query in a block of Markdown is mentioned: %s',
  (text) => expect(score(text)).toBeLessThan(5),
);
test.each(["```\n' or 1=1 --", '1 or 1=1 -- ```', '1; drop table staff; select ```', "x' union select name from staff -- ```"])(
  'a block of Markdown hides no injection: %s',
  (text) => expect(score(text)).toBeGreaterThanOrEqual(5),
);

test.each([
  ['filter.price.$gt', 'sqli-operator'],
  ['where.$or[].state.$in', 'sqli-operator'],
  ['password.$ne', 'sqli-nosql'],
  ['filter.$where', 'sqli-nosql'],
  ['user.filter.$ne', 'sqli-nosql'],
])('an operator at %s of JSON is %s', (path, id) => {
  const text = path.slice(path.lastIndexOf('.') + 1);
  expect(noSqlDetector.detect(new Value({ place: 'parameterName', name: path, text })).map((match) => match.id)).toEqual([id]);
});
