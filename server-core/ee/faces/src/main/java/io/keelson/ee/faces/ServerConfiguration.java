package io.keelson.ee.faces;

import jakarta.faces.application.ApplicationConfigurationPopulator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Adds what the server gives to each Faces application: {@link ConversationUrls}. Found by Mojarra with {@code ServiceLoader}; thread-safe.
 *
 * <p>Specification: Faces 4.1, 11.4.2 Application Startup Behavior.
 */
public final class ServerConfiguration extends ApplicationConfigurationPopulator {
    @Override
    public void populateApplicationConfiguration(Document configuration) {
        Element root = configuration.getDocumentElement();
        Element application = configuration.createElementNS(root.getNamespaceURI(), "application");
        Element handler = configuration.createElementNS(root.getNamespaceURI(), "view-handler");
        handler.setTextContent(ConversationUrls.class.getName());
        application.appendChild(handler);
        root.appendChild(application);
    }
}
