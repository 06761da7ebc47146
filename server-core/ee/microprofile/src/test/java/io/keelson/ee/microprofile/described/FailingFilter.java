package io.keelson.ee.microprofile.described;

import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;

public class FailingFilter implements OASFilter {
    @Override
    public void filterOpenAPI(OpenAPI document) {
        throw new IllegalStateException("the filter is broken");
    }
}
