/** Event handlers of HTML, SVG and the APIs of browsers (HTML section 8.1.8.2, UI Events, Pointer Events, CSS Animations …). */
const events = new Set(
  'abort activate afterprint afterscriptexecute animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut beforeinput beforematch beforepaste beforeprint beforescriptexecute beforetoggle beforeunload begin blur bounce cancel canplay canplaythrough change click close command contentvisibilityautostatechange contextmenu copy cuechange cut dblclick drag dragend dragenter dragexit dragleave dragover dragstart drop durationchange emptied end ended error finish focus focusin focusout formdata fullscreenchange gesturechange gestureend gesturestart gotpointercapture hashchange input invalid keydown keypress keyup languagechange load loadeddata loadedmetadata loadend loadstart location lostpointercapture message messageerror mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel offline online orientationchange pagehide pageshow paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerrawupdate pointerup popstate progress propertychange ratechange readystatechange rejectionhandled repeat reset resize scroll scrollend scrollsnapchange search securitypolicyviolation seeked seeking select selectionchange selectstart show slotchange start stalled storage submit suspend timeupdate toggle touchcancel touchend touchmove touchstart transitioncancel transitionend transitionrun transitionstart unhandledrejection unload volumechange waiting webkitanimationend webkittransitionend wheel zoom'.split(
    ' ',
  ),
);

/** Inside of a tag, everything that starts with `on` may be a handler. @param name in lower case */
export const isHandler = (name: string): boolean => /^(?:\w{1,20}:)?on[a-z]{3,}/.test(name);

/**
 * Whether a handler without quotes is one of JSX, which no browser executes: it ends at the first space or `>`, so its brace has no end
 * (`{() => save()}` is read as `{()`), or it only names a function (`{save}`).
 */
export const isExpression = (value: string): boolean => {
  if (!/^\{[\w$.(){}=,]*$/.test(value)) return false;
  const count = (char: string): number => value.split(char).length;
  return count('{') !== count('}') || count('(') !== count(')') || /^\{[\w$.]{1,60}\}$/.test(value);
};

/** Outside of a tag, where `once = 5` is a sentence, only events that exist. @param name without `on` */
export const isEvent = (name: string): boolean => events.has(name);
