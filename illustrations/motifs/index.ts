import type { Motif } from '../motif.ts';
import { aquariumStand } from './aquarium-stand.ts';
import { bed } from './bed.ts';
import { bedsideTable } from './bedside-table.ts';
import { catTree } from './cat-tree.ts';
import { changingTable } from './changing-table.ts';
import { cncRouter } from './cnc-router.ts';
import { crib } from './crib.ts';
import { designDrawing } from './design-drawing.ts';
import { displayShelf } from './display-shelf.ts';
import { dogHouse } from './dog-house.ts';
import { highChair } from './high-chair.ts';
import { meetingTable } from './meeting-table.ts';
import { officeDesk } from './office-desk.ts';
import { petFeeder } from './pet-feeder.ts';
import { planks } from './planks.ts';
import { receptionDesk } from './reception-desk.ts';
import { sofa } from './sofa.ts';
import { sprayBooth } from './spray-booth.ts';
import { toddlerBookshelf } from './toddler-bookshelf.ts';
import { truck } from './truck.ts';
import { wardrobe } from './wardrobe.ts';
import { workshop } from './workshop.ts';

export const motifs = {
  crib,
  highChair,
  changingTable,
  toddlerBookshelf,
  catTree,
  dogHouse,
  aquariumStand,
  petFeeder,
  officeDesk,
  meetingTable,
  receptionDesk,
  displayShelf,
  bed,
  sofa,
  bedsideTable,
  wardrobe,
  planks,
  cncRouter,
  sprayBooth,
  truck,
  workshop,
  designDrawing,
} satisfies Record<string, Motif>;

export type MotifName = keyof typeof motifs;
