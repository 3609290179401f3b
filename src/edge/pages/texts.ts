import type { Locale } from '../../lib/i18n/locales.ts';
import type { PageName } from '../../lib/rules/cdn/edge/responses.ts';

type Texts = Record<PageName, readonly [title: string, text: string]> & {
  /** Below the page, with the brand. */
  servedBy: string;
  errorCode: string;
  why: string;
  requestId: string;
  checkBox: string;
  checking: string;
  noScript: string;
  failed: string;
};

export const texts: Record<Locale, Texts> = {
  en: {
    blocked: ['Request blocked', 'The site’s security settings blocked this request.'],
    tooMany: ['Too many requests', 'You sent too many requests in a short time. Wait a moment, then try again.'],
    maintenance: ['Under maintenance', 'The site is being updated. Try again later.'],
    stopped: ['Site unavailable', 'This site is paused. If it’s yours, sign in to the panel to see why.'],
    cacheOnly: ['Page unavailable', 'Only saved pages of this site are available now, and this page isn’t one of them.'],
    unknownHost: ['Site not found', 'No site is configured here under this name.'],
    badRequest: ['Bad request', 'The request couldn’t be read.'],
    originDown: ['The site’s server isn’t responding', 'Try again in a few minutes.'],
    busy: ['The site is busy', 'Its servers are handling as many requests as they can. Try again in a moment.'],
    loop: ['Redirect loop', 'This page redirects to itself.'],
    check: ['Checking your connection', 'This takes a few seconds. The page then opens automatically.'],
    servedBy: 'Delivered by {brand}',
    errorCode: 'Error',
    why: 'Why was I blocked?',
    requestId: 'Request ID',
    checkBox: 'I’m human',
    checking: 'Checking…',
    noScript: 'Turn on JavaScript and cookies, then reload the page.',
    failed: 'The check failed. Reload the page.',
  },
  fa: {
    blocked: ['دسترسی مسدود شد', 'تنظیمات امنیتی سایت این درخواست را مسدود کرد.'],
    tooMany: ['درخواست‌های بیش از حد', 'در زمانی کوتاه درخواست‌های زیادی فرستاده‌اید. کمی صبر کنید و دوباره تلاش کنید.'],
    maintenance: ['در حال تعمیر و نگهداری', 'سایت در حال به‌روزرسانی است. بعداً دوباره تلاش کنید.'],
    stopped: ['سایت در دسترس نیست', 'این سایت متوقف شده است. اگر سایت شماست، برای دیدن دلیل آن وارد پنل شوید.'],
    cacheOnly: ['صفحه در دسترس نیست', 'اکنون فقط صفحه‌های ذخیره‌شدهٔ این سایت در دسترس‌اند و این صفحه ذخیره نشده است.'],
    unknownHost: ['سایت پیدا نشد', 'سایتی با این نام در اینجا تنظیم نشده است.'],
    badRequest: ['درخواست نامعتبر', 'خواندن این درخواست ممکن نبود.'],
    originDown: ['سرور سایت پاسخ نمی‌دهد', 'چند دقیقهٔ دیگر دوباره تلاش کنید.'],
    busy: ['سایت شلوغ است', 'ظرفیت سرورهای آن پر است. کمی بعد دوباره تلاش کنید.'],
    loop: ['حلقهٔ هدایت', 'این صفحه به خودش هدایت می‌شود.'],
    check: ['در حال بررسی اتصال شما', 'چند ثانیه طول می‌کشد و سپس صفحه خودبه‌خود باز می‌شود.'],
    servedBy: 'ارائه‌شده با {brand}',
    errorCode: 'خطا',
    why: 'چرا مسدود شدم؟',
    requestId: 'شناسهٔ درخواست',
    checkBox: 'من ربات نیستم',
    checking: 'در حال بررسی…',
    noScript: 'JavaScript و کوکی را روشن کنید و صفحه را دوباره بارگذاری کنید.',
    failed: 'بررسی ناموفق بود. صفحه را دوباره بارگذاری کنید.',
  },
  ar: {
    blocked: ['حُجب الطلب', 'حجبت إعدادات أمان الموقع هذا الطلب.'],
    tooMany: ['طلبات كثيرة جدًا', 'أرسلت طلبات كثيرة خلال وقت قصير. انتظر قليلًا ثم أعد المحاولة.'],
    maintenance: ['قيد الصيانة', 'يجري تحديث الموقع. أعد المحاولة لاحقًا.'],
    stopped: ['الموقع غير متاح', 'هذا الموقع متوقف. إذا كان موقعك، فسجّل الدخول إلى لوحة التحكم لمعرفة السبب.'],
    cacheOnly: ['الصفحة غير متاحة', 'لا تتوفر الآن إلا الصفحات المخزّنة من هذا الموقع، وهذه الصفحة ليست منها.'],
    unknownHost: ['الموقع غير موجود', 'لا يوجد هنا موقع بهذا الاسم.'],
    badRequest: ['طلب غير صالح', 'تعذّرت قراءة الطلب.'],
    originDown: ['خادم الموقع لا يستجيب', 'أعد المحاولة بعد بضع دقائق.'],
    busy: ['الموقع مشغول', 'تعالج خوادمه الآن أقصى عدد ممكن من الطلبات. أعد المحاولة بعد لحظات.'],
    loop: ['حلقة تحويل', 'هذه الصفحة تحوّل الطلب إلى نفسها.'],
    check: ['جارٍ التحقق من اتصالك', 'يستغرق ذلك بضع ثوانٍ، ثم تُفتح الصفحة تلقائيًا.'],
    servedBy: 'يُقدَّم عبر {brand}',
    errorCode: 'رمز الخطأ',
    why: 'لماذا حُجبت؟',
    requestId: 'معرّف الطلب',
    checkBox: 'لست روبوتًا',
    checking: 'جارٍ التحقق…',
    noScript: 'فعّل JavaScript وملفات تعريف الارتباط، ثم أعد تحميل الصفحة.',
    failed: 'فشل التحقق. أعد تحميل الصفحة.',
  },
  es: {
    blocked: ['Solicitud bloqueada', 'La configuración de seguridad del sitio ha bloqueado esta solicitud.'],
    tooMany: ['Demasiadas solicitudes', 'Has enviado demasiadas solicitudes en poco tiempo. Espera un momento e inténtalo de nuevo.'],
    maintenance: ['En mantenimiento', 'El sitio se está actualizando. Inténtalo de nuevo más tarde.'],
    stopped: ['Sitio no disponible', 'Este sitio está en pausa. Si es tuyo, inicia sesión en el panel para ver el motivo.'],
    cacheOnly: ['Página no disponible', 'Ahora solo están disponibles las páginas guardadas de este sitio, y esta no es una de ellas.'],
    unknownHost: ['Sitio no encontrado', 'Aquí no hay ningún sitio configurado con este nombre.'],
    badRequest: ['Solicitud incorrecta', 'No se ha podido leer la solicitud.'],
    originDown: ['El servidor del sitio no responde', 'Inténtalo de nuevo dentro de unos minutos.'],
    busy: [
      'El sitio está saturado',
      'Sus servidores atienden todas las solicitudes que pueden. Inténtalo de nuevo dentro de unos instantes.',
    ],
    loop: ['Bucle de redirección', 'Esta página se redirige a sí misma.'],
    check: ['Comprobando tu conexión', 'Tarda unos segundos. Después, la página se abre automáticamente.'],
    servedBy: 'Servido por {brand}',
    errorCode: 'Error',
    why: '¿Por qué me han bloqueado?',
    requestId: 'ID de la solicitud',
    checkBox: 'No soy un robot',
    checking: 'Comprobando…',
    noScript: 'Activa JavaScript y las cookies y vuelve a cargar la página.',
    failed: 'La comprobación ha fallado. Vuelve a cargar la página.',
  },
};
