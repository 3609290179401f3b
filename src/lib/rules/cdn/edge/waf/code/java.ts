/*
 * Java: names of classes where an application expects a value make a deserializer or an expression build them; lookups of Log4j load a
 * class from elsewhere, also when they are nested; and the start of a serialized object.
 */

/**
 * A class of the platform, or of a library whose classes run commands when they are read. In a stack trace, such a name has a message or a
 * line number behind it, so only a name that ends its value, a call, a member or an assignment counts.
 */
const className =
  /(?:^|[^\w.])(?:(?:java|javax|jdk|sun)\.(?:lang|io|net|util|rmi|nio|script|naming|beans|management|sql|security|xml|reflect|runtime|processbuilder)(?:\.[a-z_$][\w$]{0,60}){0,6}|(?:org\.apache\.(?:commons|xalan|catalina|tomcat|struts2?|logging|ibatis|xbean|bcel|wicket|shiro|velocity|myfaces)|org\.(?:omg\.corba|codehaus\.groovy|springframework|hibernate|mozilla\.javascript|python\.core|jboss|yaml\.snakeyaml)|com\.(?:sun\.(?:org|rowset|jndi|syndication)|opensymphony|mchange|alibaba\.fastjson|caucho|newrelic|zaxxer|ibatis|p6spy)|ch\.qos\.logback|groovy\.(?:lang|util)|clojure\.(?:core|lang)|freemarker\.template|ognl)(?:\.[a-z_$][\w$]{0,60}){0,6})(?:$|[\s"'\])};=@(#,<]{1,3}$|<\/|[(@=]|;\s|["'\]}](?=[\s,:>/\]})]|$))/;
const stackTrace = /(?:exception|error)(?:[:\s(]|$)|\bat\s[\w.$]{3,100}\([\w.]{1,60}:\d/;
const expression =
  /#_memberaccess|#(?:context|request|session|application|parameters|attr|root|dm|container|ognlutil)\s{0,3}[[.=]|@[a-z]{2,10}\.[\w.]{2,80}@[a-z]|\bt\s{0,3}\(\s{0,3}(?:java|org|javax|com)\.|%\{\s{0,5}[(#]|\bclass\.module\.classloader\b|\bclass\[?['"]?\.?classloader\b|\bgetclass\(\)|\.class\.(?:forname|getmethod|classloader)|\bnew\s{1,9}(?:java|javax|org|com)\.[a-z]|\bruntime\.getruntime\b|\bxmldecoder\b|<(?:object|void)\s{1,9}(?:class|method|property)\s{0,3}=|!!(?:javax?|org|com)\.|"@(?:type|class)"\s{0,5}:\s{0,5}"\[?l?[a-z]\w{0,30}\.[\w.$]|#set\s{0,3}\(\s{0,3}\$|<#assign\b|\?(?:api|new)\(\)|freemarker\.template\.utility/;
const lookup =
  /\$\{(?:jndi:|(?:lower|upper|env|sys|java|date|main|ctx|bundle|web|docker|k8s|kubernetes|spring|marker|map|sd|base64|log4j|hostname|url|dns|script|const|file|xml|urldecoder|urlencoder|resourcebundle):|[^${}]{0,40}:-|\$?\{?[^${}]{0,30}::-)/;
/** The start of a serialized object (`ac ed 00 05`) in base64, at each of its three offsets, and in hexadecimal. */
const serialized = /(?:^|[\s"'=:,;])(?:rO0AB[A-Za-z0-9+/]{2}|KztAAU|Cs7QAF|[aA][cC][eE][dD]0005)/;
const serializedBytes = '\u00ac\u00ed\0\u0005';

/** Classes through which libraries run a command when an object is read (Commons Collections and Beanutils, Xalan, Groovy, Spring, C3P0). */
const gadget =
  /(?:invoker|chained|constant|instantiate|clone|prototype|switch|closure|map|mutable|predicate|transformed)transformer\b|\b(?:for|while|if|do|chained|switch|transformer)closure\b|\b(?:instantiate|prototype(?:clone|serialization)?|constant|reflection)factory\b|\btemplatesimpl\b|\btraxfilter\b|\blazymap\b|\btiedmapentry\b|\bbadattributevalueexpexception\b|\bjdbcrowsetimpl\b|\bannotationinvocationhandler\b|\bbeancomparator\b|\bmethodclosure\b|\bconvertedclosure\b|\bjndi(?:refforwardingdatasource|datasource|converter)\b|\bxmldecoder\b|\bfilewriter\b|\bclasspathxmlapplicationcontext\b|\bfilesystemxmlapplicationcontext\b|\bunicastref\b|\bsignedobject\b/;
export const findGadget = (text: string): string | null => gadget.exec(text)?.[0] ?? null;

/** A quick test: without one of these, no finder of this file finds anything but lookups and serialized objects. */
export const mayBeJava =
  /java|org\.|com\.|sun\.|groovy|clojure|ognl|freemarker|logback|jdk\.|class|runtime|transformer|closure|factory|templatesimpl|traxfilter|lazymap|mapentry|badattribute|rowset|invocationhandler|beancomparator|jndi|xmldecoder|filewriter|applicationcontext|unicastref|signedobject|member|#|@|!!|%\{|<object|<void/;

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
