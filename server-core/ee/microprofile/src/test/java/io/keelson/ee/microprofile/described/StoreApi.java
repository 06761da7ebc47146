package io.keelson.ee.microprofile.described;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@ApplicationPath("/api")
@OpenAPIDefinition(info = @Info(title = "The store", version = "2.3"), tags = @Tag(name = "articles"))
public class StoreApi extends Application {}
