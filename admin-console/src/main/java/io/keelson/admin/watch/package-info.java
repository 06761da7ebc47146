/**
 * Watches: conditions that a server looks for in what it does, logs and tells, and who hears of it. One thread,
 * {@code keelson.management.Watches}, owns their states and is there while there are watches; another sends what takes a while.
 * docs/design/watches.md.
 */
@NullMarked
package io.keelson.admin.watch;

import org.jspecify.annotations.NullMarked;
