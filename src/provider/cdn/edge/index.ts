/* What other features use of this one. */
export { hasAbility, requireAbilities, requireAbility } from './abilities.ts';
export { setChanging } from './changing.ts';
export { connectedEdges } from './edges.ts';
export { endingJob, isAhead } from './expiry.ts';
export {
  addItem,
  changeItem,
  countItems,
  deployItem,
  dropItem,
  type Item,
  type ItemRules,
  itemData,
  loadItem,
  loadItems,
  readItem,
  renewRules,
  reorderItems,
} from './items.ts';
export { countEdges, withLive } from './live.ts';
export { changeSetting, loadSetting, saveSetting, type Versioned, writeSetting } from './settings.ts';
export { fleetEdges, healthOf, placeRequests, republishes } from './steer.ts';
