package io.keelson.ee.faces;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;

/**
 * Takes ajax requests of Faces for UTF-8 where they do not say how they are encoded, as those with files. Mojarra answers in the encoding
 * of the request, and without one in ISO 8859-1. Stateless.
 *
 * <p>Specification: XMLHttpRequest, which scripts send text in UTF-8 by.
 */
public final class AjaxEncoding implements ServletRequestListener {
    /** Made for each web module with Faces. */
    public AjaxEncoding() {}

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        if (event.getServletRequest() instanceof HttpServletRequest request
                && "partial/ajax".equals(request.getHeader("Faces-Request"))
                && request.getCharacterEncoding() == null) {
            try {
                request.setCharacterEncoding(StandardCharsets.UTF_8.name());
            } catch (UnsupportedEncodingException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
