import type { Kysely } from 'kysely';

const departments = [
  {
    id: 'technical',
    title: { en: 'Technical', fa: 'فنی', ar: 'الدعم الفني', es: 'Técnico' },
    services: [
      { id: 'cdn', title: { en: 'CDN and caching', fa: 'شبکهٔ توزیع محتوا و کش', ar: 'شبكة CDN والتخزين المؤقت', es: 'CDN y caché' } },
      { id: 'dns', title: { en: 'DNS', fa: 'DNS', ar: 'DNS', es: 'DNS' } },
      { id: 'ssl', title: { en: 'SSL and HTTPS', fa: 'SSL و HTTPS', ar: 'SSL وHTTPS', es: 'SSL y HTTPS' } },
      { id: 'security', title: { en: 'Firewall and WAF', fa: 'فایروال و WAF', ar: 'جدار الحماية و WAF', es: 'Cortafuegos y WAF' } },
      { id: 'servers', title: { en: 'Cloud servers', fa: 'سرور ابری', ar: 'الخوادم السحابية', es: 'Servidores en la nube' } },
      { id: 'panel', title: { en: 'Panel and account', fa: 'پنل و حساب کاربری', ar: 'لوحة التحكم والحساب', es: 'Panel y cuenta' } },
    ],
  },
  {
    id: 'billing',
    title: { en: 'Billing', fa: 'مالی', ar: 'الفوترة', es: 'Facturación' },
    services: [
      { id: 'payments', title: { en: 'Payments and wallet', fa: 'پرداخت و کیف پول', ar: 'المدفوعات والمحفظة', es: 'Pagos y monedero' } },
      { id: 'invoices', title: { en: 'Invoices', fa: 'صورت‌حساب‌ها', ar: 'الفواتير', es: 'Facturas' } },
      { id: 'plans', title: { en: 'Plans and prices', fa: 'پلن‌ها و قیمت‌ها', ar: 'الباقات والأسعار', es: 'Planes y precios' } },
    ],
  },
  {
    id: 'sales',
    title: { en: 'Sales', fa: 'فروش', ar: 'المبيعات', es: 'Ventas' },
    services: [
      {
        id: 'advice',
        title: { en: 'Advice before buying', fa: 'راهنمایی پیش از خرید', ar: 'استشارة قبل الشراء', es: 'Asesoramiento antes de comprar' },
      },
      { id: 'consulting', title: { en: 'Consulting', fa: 'مشاوره', ar: 'الاستشارات', es: 'Consultoría' } },
    ],
  },
];

/** The departments of tickets, which were part of the code. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('department')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('services', 'text', (c) => c.notNull())
    .addColumn('isRetired', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
  // Operators see how many tickets have a department or a service.
  await db.schema.createIndex('ticket_department').on('ticket').columns(['departmentId', 'service']).execute();
  const rows = departments.map(({ id, title, services }, position) => ({
    id,
    title: JSON.stringify(title),
    services: JSON.stringify(services.map((service) => ({ ...service, isRetired: false }))),
    isRetired: 0,
    position,
    version: 1,
  }));
  await db.insertInto('department').values(rows).execute();
}
