/** Words of one subject, from which sentences are made. */
export interface Vocabulary {
  readonly subjects: readonly string[];
  readonly verbs: readonly string[];
  readonly objects: readonly string[];
  readonly places: readonly string[];
  readonly units: readonly string[];
  readonly topics: readonly string[];
  readonly rows: readonly string[];
}

const list = (text: string): string[] => text.split(';').map((word) => word.trim());

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  water: {
    subjects: list(
      'The pumping station;Each reservoir;The flow meter;The inflow basin;A secondary clarifier;The operator;The catchment area;The overflow channel',
    ),
    verbs: list('reduces;filters;measures;stabilises;exceeds;replaces;buffers;monitors'),
    objects: list(
      'the sediment load;the daily inflow;dissolved oxygen;the off-peak demand;residual chlorine;the specified threshold;turbidity after rainfall;the low-flow reserve',
    ),
    places: list('Eastmoor;Lower Fenwick;Tarnbrook;Holm Valley;Port Alder;North Quay'),
    units: list('m³/d;mg/L;NTU;kPa;L/s'),
    topics: list(
      'Treatment Capacity;Inflow and Outflow;Sampling Programme;Flood Protection;Network Losses;Maintenance Plan;Water Quality Results;Energy Use of Pumps',
    ),
    rows: list(
      'Raw water;Filtered water;Backwash;Sludge;Distribution;Leakage;Storage;Emergency supply;Irrigation;Industrial use',
    ),
  },
  clinic: {
    subjects: list(
      'The outpatient clinic;Each patient;The study nurse;A follow-up visit;The control group;The attending physician;The first cohort;The laboratory',
    ),
    verbs: list('received;reported;completed;confirmed;documented;showed;required;declined'),
    objects: list(
      'a fixed dose of the treatment;mild side effects;the baseline questionnaire;a significant improvement;the revised protocol;an elevated heart rate;further diagnostic imaging;informed consent',
    ),
    places: list('Ward 4;St. Anselm;the Day Unit;Site B;the Southern District;Mercy Hill'),
    units: list('mmHg;mg/dL;bpm;%;days'),
    topics: list(
      'Study Design;Patient Characteristics;Primary Outcome;Adverse Events;Statistical Analysis;Follow-up;Limitations;Ethics and Consent',
    ),
    rows: list(
      'Age at enrolment;Body mass index;Systolic pressure;Heart rate;Haemoglobin;Creatinine;Fasting glucose;Cholesterol;Length of stay;Readmission',
    ),
  },
  software: {
    subjects: list(
      'The scheduler;A worker process;The client library;The configuration file;Every request;The cache layer;The message queue;An idle connection',
    ),
    verbs: list('retries;validates;rejects;serialises;forwards;throttles;logs;evicts'),
    objects: list(
      'the pending transaction;stale entries;the access token;malformed input;a batch of events;the default timeout;duplicate identifiers;the write-ahead log',
    ),
    places: list('the staging cluster;eu-west;the edge node;the build server;production;the sandbox'),
    units: list('ms;MB;req/s;%;KB'),
    topics: list(
      'Installation;Configuration;Error Handling;Authentication;Performance Tuning;Release Notes;Command Reference;Data Retention',
    ),
    rows: list(
      'timeout;max_retries;log_level;cache_size;worker_count;endpoint;batch_window;compression;region;user_agent',
    ),
  },
  finance: {
    subjects: list(
      'The Group;Net revenue;The retail segment;Management;Operating cash flow;The audit committee;A minority shareholder;The subsidiary',
    ),
    verbs: list('increased;recognised;approved;offset;reclassified;impaired;exceeded;reduced'),
    objects: list(
      'deferred tax assets;the interim dividend;the carrying amount of goodwill;staff costs;the credit facility;its lease liabilities;foreign exchange losses;the provision for warranties',
    ),
    places: list('Northern Europe;the Iberian market;Asia-Pacific;the domestic market;Latin America;the Nordic region'),
    units: list('EUR m;USD k;%;bps;£m'),
    topics: list(
      'Revenue by Segment;Operating Expenses;Balance Sheet;Cash Flow;Risk Factors;Outlook;Capital Structure;Accounting Policies',
    ),
    rows: list(
      'Revenue;Cost of sales;Gross profit;Distribution costs;Administrative expenses;Operating profit;Finance income;Finance costs;Profit before tax;Income tax',
    ),
  },
  school: {
    subjects: list(
      'The school board;Each pupil;The teaching staff;A pilot class;The library;The parents’ council;The examination office;The after-school programme',
    ),
    verbs: list('supports;evaluates;introduces;offers;improves;postpones;coordinates;funds'),
    objects: list(
      'reading skills in the first years;the official curriculum;small-group tuition;the summer workshop;digital learning materials;a final assessment;extracurricular activities;the exchange programme',
    ),
    places: list('Ashfield;Marlow Primary;the new campus;the music wing;Riverside;the science block'),
    units: list('pupils;hours;points;%;weeks'),
    topics: list('Enrolment;Teaching Staff;Reading Results;Facilities;Budget;Parent Survey;Attendance;Next Steps'),
    rows: list(
      'Mathematics;Reading;Sciences;History;Music;Physical education;Second language;Art and design;Geography;Computing',
    ),
  },
  transport: {
    subjects: list(
      'The light-rail line;The bus fleet;Each interchange;A freight corridor;The timetable office;The new depot;The signalling system;A cyclist',
    ),
    verbs: list('connects;serves;relieves;delays;bypasses;carries;replaces;crosses'),
    objects: list(
      'the inner-city ring;peak-hour traffic;the goods terminal;a sufficient number of vehicles;the regional network;off-street parking;the harbour district;the level crossing',
    ),
    places: list('Central Square;Westgate;Airport North;Mill Lane;Harbour Front;Oakfield'),
    units: list('km;min;veh/h;t;passengers'),
    topics: list(
      'Network Overview;Passenger Numbers;Fares and Ticketing;Rolling Stock;Safety Record;Accessibility;Construction Phases;Noise Protection',
    ),
    rows: list('Line 1;Line 2;Line 3;Night bus;Express;Airport shuttle;Ferry;School service;Ring line;Replacement bus'),
  },
  energy: {
    subjects: list(
      'The wind farm;A rooftop system;Grid frequency;The district heating plant;Battery storage;The substation;Solar output;The balancing market',
    ),
    verbs: list('delivers;offsets;curtails;stores;absorbs;doubles;balances;lowers'),
    objects: list(
      'the evening peak;surplus electricity;the base load;carbon-intensive generation;reactive power;the regional demand;efficiency losses;the contracted capacity',
    ),
    places: list('Karsund;the offshore zone;Hohenfeld;Block C;the coastal grid;Valmora'),
    units: list('MWh;kW;t CO₂;%;GWh'),
    topics: list(
      'Generation Mix;Grid Stability;Storage Options;Investment Needs;Tariff Structure;Emission Balance;Scenarios to 2040;Method and Data',
    ),
    rows: list(
      'Onshore wind;Offshore wind;Photovoltaics;Hydropower;Biomass;Natural gas;Hard coal;Nuclear;Imports;Storage',
    ),
  },
  garden: {
    subjects: list(
      'The botanical garden;A raised bed;The compost heap;Each seedling;The irrigation hose;The greenhouse;Early frost;A mixed hedge',
    ),
    verbs: list('needs;protects;attracts;enriches;shades;weakens;suppresses;prefers'),
    objects: list(
      'well-drained soil;beneficial insects;the flowering season;a sheltered spot;slow-release fertiliser;the upper leaves;root growth in spring;regular watering',
    ),
    places: list('the walled garden;the rose terrace;the orchard;Bed 12;the south slope;the fern house'),
    units: list('cm;°C;L/m²;g;weeks'),
    topics: list(
      'Soil Preparation;Planting Calendar;Pests and Diseases;Pruning;Watering;Tools and Safety;Harvest;Winter Care',
    ),
    rows: list('Tomato;Runner bean;Lavender;Apple tree;Lettuce;Pumpkin;Strawberry;Sage;Leek;Sunflower'),
  },
};

export const GERMAN: Vocabulary = {
  subjects: list(
    'Die Geschäftsführung;Der Prüfbericht;Das Ingenieurbüro;Jede Außenstelle;Die Lüftungsanlage;Der Gemeinderat;Die Straßenmeisterei;Das Förderprogramm',
  ),
  verbs: list('prüft;überschreitet;ergänzt;bestätigt;veröffentlicht;ermöglicht;verzögert;begründet'),
  objects: list(
    'die zulässigen Grenzwerte;den jährlichen Energiebedarf;die Fläche für Grünanlagen;das überarbeitete Konzept;die öffentliche Ausschreibung;den größten Teil der Kosten;die Möglichkeit einer Förderung;den Bebauungsplan',
  ),
  places: list('Süderhöhe;Köhlbrück;Altenmühle;dem Stadtgebiet;Großweiler;der Außenstelle'),
  units: list('m²;kWh;€;%;Stück'),
  topics: list(
    'Ausgangslage;Ergebnisse der Prüfung;Kosten und Finanzierung;Maßnahmen;Zeitplan;Rechtliche Grundlagen;Bürgerbeteiligung;Ausblick',
  ),
  rows: list(
    'Heizung;Lüftung;Beleuchtung;Fensterflächen;Außenanlagen;Gebühren;Rücklagen;Prüfkosten;Möblierung;Straßenbau',
  ),
};

export const FRENCH: Vocabulary = {
  subjects: list(
    'Le conseil municipal;La médiathèque;Chaque bénéficiaire;Le réseau régional;L’équipe pédagogique;Le comité d’évaluation;La filière bois;Un établissement agréé',
  ),
  verbs: list('présente;améliore;prévoit;étudie;complète;réduit;finance;élargit'),
  objects: list(
    'les résultats de l’enquête;la qualité de l’accueil;le calendrier des travaux;une offre adaptée;les dépenses d’équipement;le schéma directeur;la durée des procédures;l’accès aux services',
  ),
  places: list('Saint-Éloi;la vallée;Montferrand;la rive gauche;Béziers-Nord;le chef-lieu'),
  units: list('k€;%;m²;agents;jours'),
  topics: list(
    'Contexte général;Méthodologie;Résultats détaillés;Équipements;Budget prévisionnel;Difficultés rencontrées;Calendrier;Perspectives',
  ),
  rows: list('Personnel;Équipement;Énergie;Déplacements;Entretien;Études;Communication;Réserves;Formation;Sécurité'),
};
