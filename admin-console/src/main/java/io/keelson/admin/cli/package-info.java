/**
 * The command line: short-lived clients that read a domain's directory and talk to the management interface of its servers.
 * One class a command; each ends with one of the exit codes of {@link io.keelson.admin.cli.ExitCode}. Single-threaded. See
 * docs/design/management.md.
 */
@NullMarked
package io.keelson.admin.cli;

import org.jspecify.annotations.NullMarked;
