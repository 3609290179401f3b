import { oneOf } from '../words.ts';

/*
 * Java: names of classes where an application expects a value make a deserializer or an expression build them; lookups of Log4j load a
 * class from elsewhere, also when they are nested; and the start of a serialized object.
 */

/**
 * A class of the platform, or of a library whose classes run commands when they are read. In a stack trace, such a name has a message or a
 * line number behind it, so only a name that ends its value, a call, a member or an assignment counts.
 */
const platform = oneOf('java javax jdk sun');
const platformPackages = oneOf('lang io net util rmi nio script naming beans management sql security xml reflect runtime processbuilder');
const libraries = oneOf(`
  org.apache.commons org.apache.xalan org.apache.catalina org.apache.tomcat org.apache.struts org.apache.struts2 org.apache.logging
  org.apache.ibatis org.apache.xbean org.apache.bcel org.apache.wicket org.apache.shiro org.apache.velocity org.apache.myfaces
  org.omg.corba org.codehaus.groovy org.springframework org.hibernate org.mozilla.javascript org.python.core org.jboss org.yaml.snakeyaml
  com.sun.org com.sun.rowset com.sun.jndi com.sun.syndication com.opensymphony com.mchange com.alibaba.fastjson com.caucho com.newrelic
  com.zaxxer com.ibatis com.p6spy ch.qos.logback groovy.lang groovy.util clojure.core clojure.lang freemarker.template ognl`);
const members = String.raw`(?:\.[a-z_$][\w$]{0,60}){0,6}`;
const nameEnd = String.raw`(?:$|[\s"'\])};=@(#,<]{1,3}$|<\/|[(@=]|;\s|["'\]}](?=[\s,:>/\]})]|$))`;
const className = new RegExp(String.raw`(?:^|[^\w.])(?:${platform}\.${platformPackages}|${libraries})${members}${nameEnd}`);
const stackTrace = /(?:exception|error)(?:[:\s(]|$)|\bat\s[\w.$]{3,100}\([\w.]{1,60}:\d/;
/** Expressions of OGNL and SpEL, of reflection, of documents that build objects, and of template engines. */
const expression = new RegExp(
  [
    `#_memberaccess|#${oneOf('context request session application parameters attr root dm container ognlutil')}${String.raw`\s{0,3}[[.=]`}`,
    String.raw`@[a-z]{2,10}\.[\w.]{2,80}@[a-z]`,
    String.raw`%\{\s{0,5}[(#]`,
    String.raw`\bt\s{0,3}\(\s{0,3}(?:java|org|javax|com)\.`,
    String.raw`\bclass\.module\.classloader\b|\bclass\[?['"]?\.?classloader\b|\bgetclass\(\)|\.class\.(?:forname|getmethod|classloader)`,
    String.raw`\bnew\s{1,9}(?:java|javax|org|com)\.[a-z]|\bruntime\.getruntime\b|\bxmldecoder\b`,
    String.raw`<(?:object|void)\s{1,9}(?:class|method|property)\s{0,3}=`,
    String.raw`!!(?:javax?|org|com)\.|"@(?:type|class)"\s{0,5}:\s{0,5}"\[?l?[a-z]\w{0,30}\.[\w.$]`,
    String.raw`#set\s{0,3}\(\s{0,3}\$|<#assign\b|\?(?:api|new)\(\)|freemarker\.template\.utility`,
  ].join('|'),
);
const lookups = oneOf(`
  lower upper env sys java date main ctx bundle web docker k8s kubernetes spring marker map sd base64 log4j hostname url dns script const
  file xml urldecoder urlencoder resourcebundle`);
/** What stands in a lookup that has no other one in it. */
const innermost = String.raw`[^$\{\}]`;
const lookup = new RegExp(String.raw`\$\{(?:jndi:|${lookups}:|${innermost}{0,40}:-|\$?\{?${innermost}{0,30}::-)`);
/** The start of a serialized object (`ac ed 00 05`) in base64, at each of its three offsets, and in hexadecimal. */
const serialized = /(?:^|[\s"'=:,;])(?:rO0AB[A-Za-z0-9+/]{2}|KztAAU|Cs7QAF|[aA][cC][eE][dD]0005)/;
const serializedBytes = '\u00ac\u00ed\0\u0005';

/** Classes through which libraries run a command when an object is read (Commons Collections and Beanutils, Xalan, Groovy, Spring, C3P0). */
const transformers = oneOf('invoker chained constant instantiate clone prototype switch closure map mutable predicate transformed');
const closures = oneOf('for while if do chained switch transformer');
const factories = oneOf('instantiate prototype prototypeclone prototypeserialization constant reflection');
const gadgets = oneOf(`
  templatesimpl traxfilter lazymap tiedmapentry badattributevalueexpexception jdbcrowsetimpl annotationinvocationhandler beancomparator
  methodclosure convertedclosure jndirefforwardingdatasource jndidatasource jndiconverter xmldecoder filewriter
  classpathxmlapplicationcontext filesystemxmlapplicationcontext unicastref signedobject`);
const gadget = new RegExp(String.raw`${transformers}transformer\b|\b(?:${closures}closure|${factories}factory|${gadgets})\b`);
export const findGadget = (text: string): string | null => gadget.exec(text)?.[0] ?? null;

/** A quick test: without one of these, no finder of this file finds anything but lookups and serialized objects. */
export const mayBeJava = new RegExp(
  `#|@|!!|%\\{|${oneOf(`
  java org. com. sun. groovy clojure ognl freemarker logback jdk. class runtime member <object <void
  transformer closure factory templatesimpl traxfilter lazymap mapentry badattribute rowset invocationhandler beancomparator jndi xmldecoder
  filewriter applicationcontext unicastref signedobject`)}`,
);

/** @param tight without spaces */
export const findLookup = (tight: string): string | null => (tight.includes('${') ? (lookup.exec(tight)?.[0] ?? null) : null);
/** @param text in lower case */
export function findClass(text: string): string | null {
  const found = className.exec(text);
  return found && !stackTrace.test(text) ? found[0] : null;
}
export const findExpression = (text: string): string | null => expression.exec(text)?.[0] ?? null;
/** @param text with its case */
export const findSerializedJava = (text: string): string | null =>
  text.includes(serializedBytes) ? 'ac ed 00 05' : (serialized.exec(text)?.[0] ?? null);
