/**
 * Store and forward to other domains: an agent hands the messages of a local queue over to a destination of a remote JMS server. Each has a
 * thread while there is something to do, which owns its links. See docs/design/jms-saf.md.
 */
@NullMarked
package io.keelson.jms.saf;

import org.jspecify.annotations.NullMarked;
