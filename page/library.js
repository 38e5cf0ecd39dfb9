// SPDX-License-Identifier: Apache-2.0
//
// The C interface (c/biotropy.h) for JavaScript: options are an object, and a result is an object of arrays, each with
// `values`, `dims` and `names` of its dimensions. Samples stay in the memory of the library.
"use strict";

class BiotropyError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

class Library {
  /** @param module what the compiled library has become when it is ready. */
  constructor(module) {
    this.module = module;
    this.place = module._malloc(64);  // of results, and of one array of a result
  }

  text(pointer) {
    return this.module.UTF8ToString(pointer);
  }

  pointerAt(address) {
    return this.module.HEAPU32[address >> 2];
  }

  version() {
    return this.text(this.module._biotropy_version());
  }

  check(status) {
    if (status === 0) return;
    throw new BiotropyError(this.text(this.module._biotropy_status_name(status)), this.text(this.module._biotropy_last_error()));
  }

  /** Calls `work` with the address of a text, which is freed behind it. */
  withText(text, work) {
    const size = this.module.lengthBytesUTF8(text) + 1;
    const address = this.module._malloc(size);
    this.module.stringToUTF8(text, address, size);
    try {
      return work(address);
    } finally {
      this.module._free(address);
    }
  }

  /** Calls `work` with the address of numbers, which are freed behind it. */
  withNumbers(numbers, work) {
    const address = this.module._malloc(8 * numbers.length || 8);
    if (address === 0) throw new BiotropyError("out_of_memory", "out of memory");
    this.module.HEAPF64.set(numbers, address >> 3);
    try {
      return work(address);
    } finally {
      this.module._free(address);
    }
  }

  set(options, name, value) {
    const m = this.module;
    this.withText(name, (named) => {
      if (typeof value === "string") {
        this.withText(value, (text) => this.check(m._biotropy_options_set_text(options, named, text)));
      } else if (Array.isArray(value)) {
        this.withNumbers(value, (numbers) => this.check(m._biotropy_options_set_numbers(options, named, numbers, value.length)));
      } else {
        this.check(m._biotropy_options_set_number(options, named, Number(value)));
      }
    });
  }

  /**
   * Calls a function that makes a result.
   * @param call gets the addresses of the options and of the place of the result, and returns the status.
   * @param progress called with what is done and the whole; may be null.
   */
  run(given, call, progress = null) {
    const m = this.module, called = [], notices = [];
    this.check(m._biotropy_options_create(this.place));
    const options = this.pointerAt(this.place);
    const callback = (work, signature) => {
      called.push(m.addFunction(work, signature));
      return called[called.length - 1];
    };
    try {
      for (const [name, value] of Object.entries(given)) this.set(options, name, value);
      const notify = (context, level, code, text) =>
          notices.push({warning: level === 1, code: this.text(code), text: this.text(text)});
      m._biotropy_options_set_notify(options, callback(notify, "viiii"), 0);
      if (progress) {
        const watch = (context, done, total) => (progress(Number(done), Number(total)), 0);
        m._biotropy_options_set_watch(options, callback(watch, "iijj"), 0);
      }
      this.check(call(options, this.place));
      return {handle: this.pointerAt(this.place), notices};
    } finally {
      m._biotropy_options_destroy(options);
      called.forEach((one) => m.removeFunction(one));
    }
  }

  /** The arrays of a result but those named in `left`, copied; the result is gone unless it is kept. */
  arrays(handle, left = []) {
    const m = this.module, found = {};
    for (let k = 0; k < m._biotropy_result_size(handle); ++k) {
      this.check(m._biotropy_result_at(handle, k, this.place));
      const [name, kind, n, nDims, dims, names, reals, counts, texts] = m.HEAPU32.subarray(this.place >> 2, (this.place >> 2) + 9);
      if (left.includes(this.text(name))) continue;
      const list = (address, one) => Array.from(m.HEAPU32.subarray(address >> 2, (address >> 2) + (address ? nDims : 0)), one);
      const values = kind === 1 ? m.HEAPF64.slice(reals >> 3, (reals >> 3) + n) :
          kind === 2            ? Array.from(new BigUint64Array(m.HEAPU8.buffer, counts, n), Number) :
                                  Array.from(m.HEAPU32.subarray(texts >> 2, (texts >> 2) + n), (one) => this.text(one));
      found[this.text(name)] = {values, dims: list(dims, Number), names: list(names, (one) => this.text(one))};
    }
    return found;
  }

  /** The address and the size of an array of a result that is kept. */
  find(handle, name) {
    this.check(this.withText(name, (text) => this.module._biotropy_result_find(handle, text, this.place)));
    const [, , n, , , , reals] = this.module.HEAPU32.subarray(this.place >> 2, (this.place >> 2) + 9);
    return {address: reals, n};
  }

  destroy(handle) {
    this.module._biotropy_result_destroy(handle);
  }

  /** The arrays of what run() makes, with the list of `notices`. */
  result(given, call, progress = null) {
    const {handle, notices} = this.run(given, call, progress);
    try {
      return Object.assign(this.arrays(handle), {notices});
    } finally {
      this.destroy(handle);
    }
  }

  /** A table of the library, as a list of rows. */
  table(name) {
    const columns = this.result({}, (options, place) => this.module[`_biotropy_${name}_table`](place));
    delete columns.notices;
    const rows = columns.name.values.map(() => ({}));
    for (const [column, {values}] of Object.entries(columns)) values.forEach((value, k) => (rows[k][column] = value));
    return rows;
  }

  /**
   * Calls `work` with a signal of samples that lie at an address, as epochs of channels of times, with what is known of them:
   * the rate, texts of the channels, and the address of time stamps.
   */
  withSignal({x, epochs = 1, channels, times, rate = null, texts = {}, stamps = null}, work) {
    const m = this.module;
    this.check(m._biotropy_signal_create(x, epochs, channels, times, this.place));
    const signal = this.pointerAt(this.place);
    const set = (name, numbers, n) =>
        this.withText(name, (text) => this.check(m._biotropy_signal_set_numbers(signal, text, numbers, n)));
    try {
      if (rate !== null) this.withNumbers([rate], (list) => set("rate", list, 1));
      if (stamps !== null) set("stamps", stamps, times);
      for (const [name, all] of Object.entries(texts)) this.setTexts(signal, name, all);
      return work(signal);
    } finally {
      m._biotropy_signal_destroy(signal);
    }
  }

  setTexts(signal, name, all) {
    const m = this.module, texts = m._malloc(4 * all.length), made = [];
    all.forEach((text, k) => {
      const size = m.lengthBytesUTF8(text) + 1;
      made.push(m._malloc(size));
      m.stringToUTF8(text, made[k], size);
      m.HEAPU32[(texts >> 2) + k] = made[k];
    });
    try {
      this.withText(name, (text) => this.check(m._biotropy_signal_set_texts(signal, text, texts, all.length)));
    } finally {
      [...made, texts].forEach((one) => m._free(one));
    }
  }

  /** Measures samples, or two with each other, as of withSignal(). The options choose scales and windows. */
  measure(measure, samples, given, progress = null, other = null) {
    const m = this.module;
    const run = (x, y) => this.withText(
        measure, (name) => this.result(given, (options, place) => m._biotropy_measure(name, x, y, options, place), progress));
    return this.withSignal(samples, (x) => other === null ? run(x, 0) : this.withSignal(other, (y) => run(x, y)));
  }
}

if (typeof module === "object") module.exports = {Library, BiotropyError};
