package io.keelson.ee.microprofile.described;

import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASModelReader;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/** Describes a path by the configuration of the application, which shows in whose context it runs. */
public class Reader implements OASModelReader {
    @Override
    public OpenAPI buildModel() {
        String path = ConfigProvider.getConfig().getValue("store.read", String.class);
        return OASFactory.createOpenAPI()
                .paths(OASFactory.createPaths()
                        .addPathItem(
                                path,
                                OASFactory.createPathItem()
                                        .GET(OASFactory.createOperation()
                                                .summary("Read")
                                                .responses(OASFactory.createAPIResponses()
                                                        .addAPIResponse(
                                                                "204",
                                                                OASFactory.createAPIResponse()
                                                                        .description("Nothing"))))));
    }
}
