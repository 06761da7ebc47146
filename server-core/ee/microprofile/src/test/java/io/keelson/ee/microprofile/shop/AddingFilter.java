package io.keelson.ee.microprofile.shop;

import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;

/** A provider that only the configuration names. */
public class AddingFilter implements ClientRequestFilter {
    @Override
    public void filter(ClientRequestContext request) {
        request.getHeaders().putSingle("X-Filter", "filtered");
    }
}
