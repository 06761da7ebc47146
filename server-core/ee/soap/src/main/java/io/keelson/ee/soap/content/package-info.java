/** Handlers of the content of attachments, which are registered for each module. Stateless. */
@NullMarked
package io.keelson.ee.soap.content;

import org.jspecify.annotations.NullMarked;
