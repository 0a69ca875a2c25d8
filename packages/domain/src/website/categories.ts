/**
 * Categories a website may name, 1 to 5: the first tier of the IAB Tech Lab Content Taxonomy 3.1, and five of its deeper
 * entries that were offered here before (Maps & Navigation, Movies, Music, Productivity, Television), all by its names.
 * Stored by code; the code is ours, so that a renamed entry does not rewrite rows.
 */
export const WEBSITE_CATEGORIES = {
  attractions: 'Attractions',
  automotive: 'Automotive',
  books_and_literature: 'Books and Literature',
  business_and_finance: 'Business and Finance',
  careers: 'Careers',
  communication: 'Communication',
  crime: 'Crime',
  disasters: 'Disasters',
  education: 'Education',
  entertainment: 'Entertainment',
  events: 'Events',
  family_and_relationships: 'Family and Relationships',
  fine_art: 'Fine Art',
  food_and_drink: 'Food & Drink',
  genres: 'Genres',
  healthy_living: 'Healthy Living',
  hobbies_and_interests: 'Hobbies & Interests',
  holidays: 'Holidays',
  home_and_garden: 'Home & Garden',
  law: 'Law',
  maps_and_navigation: 'Maps & Navigation',
  medical_health: 'Medical Health',
  movies: 'Movies',
  music_and_audio: 'Music',
  personal_celebrations: 'Personal Celebrations & Life Events',
  personal_finance: 'Personal Finance',
  pets: 'Pets',
  politics: 'Politics',
  pop_culture: 'Pop Culture',
  productivity: 'Productivity',
  real_estate: 'Real Estate',
  religion_and_spirituality: 'Religion & Spirituality',
  science: 'Science',
  sensitive_topics: 'Sensitive Topics',
  shopping: 'Shopping',
  sports: 'Sports',
  style_and_fashion: 'Style & Fashion',
  technology_and_computing: 'Technology & Computing',
  television: 'Television',
  travel: 'Travel',
  video_gaming: 'Video Gaming',
  war_and_conflicts: 'War and Conflicts',
} as const;
export type WebsiteCategory = keyof typeof WEBSITE_CATEGORIES;
export const WEBSITE_CATEGORY_CODES = Object.keys(WEBSITE_CATEGORIES) as [
  WebsiteCategory,
  ...WebsiteCategory[],
];

/** The taxonomy's unique ids. */
export const WEBSITE_CATEGORY_IAB_IDS = {
  attractions: '150',
  automotive: '1',
  books_and_literature: '42',
  business_and_finance: '52',
  careers: '123',
  communication: '80DV8O',
  crime: '380',
  disasters: '381',
  education: '132',
  entertainment: 'JLBCU7',
  events: '8VZQHL',
  family_and_relationships: '186',
  fine_art: '201',
  food_and_drink: '210',
  genres: 'SPSHQ5',
  healthy_living: '223',
  hobbies_and_interests: '239',
  holidays: '1KXCLD',
  home_and_garden: '274',
  law: '383',
  maps_and_navigation: 'WQC6HR',
  medical_health: '286',
  movies: '324',
  music_and_audio: '338',
  personal_celebrations: '163',
  personal_finance: '391',
  pets: '422',
  politics: '386',
  pop_culture: '432',
  productivity: 'W3CW2J',
  real_estate: '441',
  religion_and_spirituality: '453',
  science: '464',
  sensitive_topics: 'v9i3On',
  shopping: '473',
  sports: '483',
  style_and_fashion: '552',
  technology_and_computing: '596',
  television: '640',
  travel: '653',
  video_gaming: '680',
  war_and_conflicts: '389',
} as const satisfies Record<WebsiteCategory, string>;

/**
 * Offered before and not in the taxonomy any more: version 3.0 took News and Politics (id 379 of 2.2) apart. Websites that name
 * one keep it, also when they are edited; none can be chosen anew.
 */
export const RETIRED_WEBSITE_CATEGORIES = { news_and_politics: 'News and Politics' } as const;
export type RetiredWebsiteCategory = keyof typeof RETIRED_WEBSITE_CATEGORIES;

/** What a stored website may name. */
export type NamedWebsiteCategory = WebsiteCategory | RetiredWebsiteCategory;
export const NAMED_WEBSITE_CATEGORY_CODES: readonly [NamedWebsiteCategory, ...NamedWebsiteCategory[]] = [
  ...WEBSITE_CATEGORY_CODES,
  ...(Object.keys(RETIRED_WEBSITE_CATEGORIES) as RetiredWebsiteCategory[]),
];

export function isNamedWebsiteCategory(code: string): code is NamedWebsiteCategory {
  return (NAMED_WEBSITE_CATEGORY_CODES as readonly string[]).includes(code);
}

/** Whether `code` can't be chosen, only kept by a website that names it already. */
export function isRetiredWebsiteCategory(code: string): code is RetiredWebsiteCategory {
  return Object.hasOwn(RETIRED_WEBSITE_CATEGORIES, code);
}
