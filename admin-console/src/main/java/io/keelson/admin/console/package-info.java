/**
 * Serves the web console at {@code /console} on the admin server: files of this module and of the libraries that the pages use, and
 * nothing else. What the pages show and do they ask the management interface for, as any other client. No threads of its own; the files
 * are kept in memory once they have been asked for. See docs/design/console.md.
 */
@NullMarked
package io.keelson.admin.console;

import org.jspecify.annotations.NullMarked;
