package io.keelson.ee.rest.shop;

import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** A provider with a bean. */
@Provider
public class MissingMapper implements ExceptionMapper<MissingException> {
    @Inject
    Store store;

    @Override
    public Response toResponse(MissingException exception) {
        return Response.status(404)
                .type("text/plain")
                .entity("no " + exception.getMessage() + " among " + store.all().size())
                .build();
    }
}
