package io.keelson.ee.rest.problem;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import org.jboss.resteasy.resteasy_jaxrs.i18n.LogMessages;
import org.jboss.resteasy.spi.ApplicationException;

/**
 * Answers what no other mapper takes: 500 without a body, since the message of an exception is for the log and not for who calls. In
 * RESTEasy's own place, which sends the message. A mapper of the application goes before it. Thread-safe.
 */
@Provider
public final class UnmappedMapper implements ExceptionMapper<Throwable> {
    /** Made by RESTEasy, one an application. */
    public UnmappedMapper() {}

    @Override
    public Response toResponse(Throwable exception) {
        Throwable cause = exception.getCause();
        Throwable thrown = exception instanceof ApplicationException && cause != null ? cause : exception;
        if (thrown instanceof WebApplicationException known) {
            return known.getResponse();
        }
        LogMessages.LOGGER.defaultExceptionMapper(thrown);
        return Response.serverError().build();
    }
}
