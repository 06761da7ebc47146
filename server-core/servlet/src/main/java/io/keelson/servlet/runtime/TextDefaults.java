package io.keelson.servlet.runtime;

import io.keelson.servlet.descriptor.WebDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Charsets of an application's requests and responses that say none themselves. Written by the deploying thread, and fixed once the
 * application has started.
 *
 * <p>Specification: Servlet 6.1, 3.13 Request Data Encoding; Servlet 6.1, 5.6 Internationalization.
 */
public final class TextDefaults {
    private final WebDescriptor descriptor;
    private @Nullable String requestEncoding;
    private @Nullable String responseEncoding;

    /** Begins with what the descriptor says. */
    public TextDefaults(WebDescriptor descriptor) {
        this.descriptor = descriptor;
        String standard = descriptor.content().requestCharacterEncoding();
        requestEncoding = standard != null ? standard : descriptor.server().requestCharset();
        responseEncoding = descriptor.content().responseCharacterEncoding();
    }

    /** Returns the charset that the application has set for its requests; null for none. */
    public @Nullable String requestEncoding() {
        return requestEncoding;
    }

    /** Sets the charset of requests, by code. */
    public void requestEncoding(@Nullable String encoding) {
        requestEncoding = encoding;
    }

    /** Returns the charset that the application has set for its responses; null for none. */
    public @Nullable String responseEncoding() {
        return responseEncoding;
    }

    /** Sets the charset of responses, by code. */
    public void responseEncoding(@Nullable String encoding) {
        responseEncoding = encoding;
    }

    /** Returns the descriptor, which has the charsets of locales. */
    public WebDescriptor descriptor() {
        return descriptor;
    }
}
