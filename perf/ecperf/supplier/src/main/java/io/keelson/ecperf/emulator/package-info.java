/** The suppliers, emulated: they confirm purchase orders after a while, and deliver later. */
package io.keelson.ecperf.emulator;
