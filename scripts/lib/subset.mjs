import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `HB_MEMORY_MODE_WRITABLE` and the sets of `hb_subset_sets_t` (hb-subset.h). */
const WRITABLE = 2;
const FEATURES = 6;
/** OpenType tags are four letters in one number, the first one highest. */
const tag = (name) => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);

/**
 * HarfBuzz's subsetter, as WebAssembly. harfbuzzjs has no words in JavaScript for it yet, only the program, so that this speaks its C.
 * @returns a function that opens a TrueType font: `open(bytes).subset({ characters, features, weights })` gives the bytes of a smaller one
 *   with these code points (those that the font has), these layout features, and its weight axis between the two weights; all other axes
 *   stay whole. It throws where the font has no weight axis.
 */
export async function opener() {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  const hb = instance.exports;
  hb._initialize();

  return (bytes) => {
    const at = hb.malloc(bytes.length);
    new Uint8Array(hb.memory.buffer).set(bytes, at);
    const blob = hb.hb_blob_create(at, bytes.length, WRITABLE, 0, 0);
    const face = hb.hb_face_create(blob, 0);

    const fill = (set, values) => {
      hb.hb_set_clear(set);
      for (const value of values) hb.hb_set_add(set, value);
    };
    return {
      subset({ characters, features, weights: [least, most] }) {
        const input = hb.hb_subset_input_create_or_fail();
        fill(hb.hb_subset_input_unicode_set(input), characters);
        fill(hb.hb_subset_input_set(input, FEATURES), features.map(tag));
        // NaN: the font's own default weight.
        if (!hb.hb_subset_input_set_axis_range(input, face, tag('wght'), least, most, Number.NaN)) throw new Error('no weight axis');
        const small = hb.hb_subset_or_fail(face, input);
        hb.hb_subset_input_destroy(input);
        if (!small) throw new Error('HarfBuzz could not cut the font');
        const result = hb.hb_face_reference_blob(small);
        const start = hb.hb_blob_get_data(result, 0);
        const copy = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
        hb.hb_blob_destroy(result);
        hb.hb_face_destroy(small);
        return copy;
      },
      close() {
        hb.hb_face_destroy(face);
        hb.hb_blob_destroy(blob);
        hb.free(at);
      },
    };
  };
}
