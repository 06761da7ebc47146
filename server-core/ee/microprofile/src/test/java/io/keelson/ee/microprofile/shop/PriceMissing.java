package io.keelson.ee.microprofile.shop;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.rest.client.ext.ResponseExceptionMapper;

/** Says that there is no such price. */
public class PriceMissing extends Exception {
    private static final long serialVersionUID = 1L;

    public PriceMissing(String message) {
        super(message);
    }

    /** Makes one of 404. */
    public static class Mapper implements ResponseExceptionMapper<PriceMissing> {
        @Override
        public PriceMissing toThrowable(Response response) {
            return new PriceMissing(response.readEntity(String.class));
        }

        @Override
        public boolean handles(int status, MultivaluedMap<String, Object> headers) {
            return status == 404;
        }
    }
}
