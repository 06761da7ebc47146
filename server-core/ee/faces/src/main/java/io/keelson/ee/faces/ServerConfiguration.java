package io.keelson.ee.faces;

import jakarta.faces.application.ApplicationConfigurationPopulator;
import jakarta.faces.component.html.HtmlInputFile;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Adds what the server gives to each Faces application: {@link ConversationUrls}, {@link ReadableState} and
 * {@link FileInput}. Found by Mojarra with {@code ServiceLoader}; thread-safe.
 *
 * <p>Specification: Faces 4.1, 11.4.2 Application Startup Behavior.
 */
public final class ServerConfiguration extends ApplicationConfigurationPopulator {
    @Override
    public void populateApplicationConfiguration(Document configuration) {
        Element root = configuration.getDocumentElement();
        add(add(root, "application", null), "view-handler", ConversationUrls.class.getName());
        add(add(root, "factory", null), "render-kit-factory", ReadableState.class.getName());
        Element component = add(root, "component", null);
        add(component, "component-type", HtmlInputFile.COMPONENT_TYPE);
        add(component, "component-class", FileInput.class.getName());
    }

    private static Element add(Element parent, String name, @Nullable String text) {
        Element child = parent.getOwnerDocument().createElementNS(parent.getNamespaceURI(), name);
        if (text != null) {
            child.setTextContent(text);
        }
        parent.appendChild(child);
        return child;
    }
}
