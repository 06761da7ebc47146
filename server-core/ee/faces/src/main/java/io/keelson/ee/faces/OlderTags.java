package io.keelson.ee.faces;

import com.sun.faces.spi.ConfigurationResourceProvider;
import com.sun.faces.spi.FaceletConfigResourceProvider;
import jakarta.servlet.ServletContext;
import java.net.URI;
import java.net.URL;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Gives each Faces application {@link OlderCoreTags}. Found by Mojarra as a service; thread-safe.
 *
 * <p>Specification: Faces 4.1, 10.3.2 Facelet Tag Library mechanism.
 */
public final class OlderTags implements ConfigurationResourceProvider, FaceletConfigResourceProvider {
    private static final String LIBRARY = "older-core.xml";

    @Override
    public Collection<URI> getResources(ServletContext context) {
        URL library = Objects.requireNonNull(OlderTags.class.getResource(LIBRARY), LIBRARY);
        return List.of(URI.create(library.toString()));
    }
}
