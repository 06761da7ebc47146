package io.keelson.ee.rest.entity;

import jakarta.ws.rs.core.NoContentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** The body of a request or of an answer, as a provider reads it. */
public final class EntityBody {
    private EntityBody() {}

    /**
     * Refuses a body without a byte.
     *
     * <p>Specification: RESTful Web Services 4.0, 4.2.4 Standard Entity Providers.
     *
     * @param format what the body is to be, for the message
     * @return the whole body
     * @throws NoContentException where the body is empty
     */
    public static InputStream nonEmpty(InputStream body, String format) throws IOException {
        PushbackInputStream whole = new PushbackInputStream(body);
        int first = whole.read();
        if (first < 0) {
            throw new NoContentException("the body is empty; " + format + " was expected");
        }
        whole.unread(first);
        return whole;
    }
}
