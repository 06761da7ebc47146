package io.keelson.servlet.container;

import io.keelson.servlet.descriptor.WebDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Charsets of an application's responses that say none themselves. Fixed once the application has started.
 *
 * <p>Specification: Servlet 6.1, 5.6 Internationalization.
 */
interface TextDefaults {
    /** Returns the charset that the application has set for its responses; null for none. */
    @Nullable
    String responseEncoding();

    /** Returns the descriptor, which has the charsets of locales. */
    WebDescriptor descriptor();
}
