import { describe, expect, test } from 'vitest';
import type { Detector } from '../detector.ts';
import type { Part } from '../parts.ts';
import { patternInfo } from '../patternTable.ts';
import { Value } from '../value.ts';
import { noSqlDetector } from './nosql.ts';
import { sqlDetector } from './sql.ts';

const detect = (detector: Detector, text: string, place: Part['place'] = 'parameter'): string[] =>
  detector.detect(new Value({ place, name: 'x', text })).map(({ id }) => id);
const score = (text: string): number =>
  [sqlDetector, noSqlDetector]
    .flatMap((one) => detect(one, text))
    .reduce((sum, id) => sum + patternInfo[id as keyof typeof patternInfo].score, 0);

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
    ],
    'sqli-comment': ["admin'--", "admin'#", "admin') -- ", "admin'/*", 'admin" -- x', "a';", '1 /*!50000or*/ 2'],
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
    ],
    'sqli-time': [
      "1' and sleep(5)",
      "1; waitfor delay '0:0:5'",
      "x'||pg_sleep(4)||'",
      '1 and benchmark(9999999,md5(1))',
      "1 or dbms_pipe.receive_message('a',9)",
      'sleep (3)',
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
    ],
    'sqli-select': ['select a from b where c'],
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
  ])('%s as %s', (text, place) => expect(detect(noSqlDetector, text, place)).toEqual(['sqli-nosql']));

  test.each(['$set', 'price$', '$schema', 'a[b]', '$'])('%s is a name', (text) =>
    expect(detect(noSqlDetector, text, 'parameterName')).toEqual([]),
  );
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
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'https://example.com/?a=1&b=2#c',
  ])('%j', (text) => expect(score(text)).toBeLessThan(5));
});
