package io.keelson.ee.faces;

import com.sun.faces.facelets.tag.TagLibrary;
import jakarta.faces.component.UIPanel;
import jakarta.faces.view.facelets.ComponentConfig;
import jakarta.faces.view.facelets.ComponentHandler;
import jakarta.faces.view.facelets.FaceletHandler;
import jakarta.faces.view.facelets.Tag;
import jakarta.faces.view.facelets.TagConfig;
import jakarta.faces.view.facelets.TagHandler;
import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tag of the core library that pages of older versions use and that Faces no longer has: {@code f:verbatim}, text and markup as one
 * component, which may not be rendered. Mojarra takes one library a namespace that is described by tags, but any number of classes.
 * Thread-safe.
 *
 * <p>Specification: Faces 2.3, f:verbatim; Faces 4.1, 10.3.2 Facelet Tag Library mechanism.
 */
public final class OlderCoreTags implements TagLibrary {
    private static final String VERBATIM = "verbatim";

    private static final Set<String> NAMESPACES =
            Set.of("jakarta.faces.core", "http://xmlns.jcp.org/jsf/core", "http://java.sun.com/jsf/core");

    @Override
    public boolean containsNamespace(String namespace, @Nullable Tag tag) {
        return NAMESPACES.contains(namespace);
    }

    @Override
    public boolean containsTagHandler(String namespace, String name) {
        return name.equals(VERBATIM) && NAMESPACES.contains(namespace);
    }

    @Override
    public @Nullable TagHandler createTagHandler(String namespace, String name, TagConfig tag) {
        return containsTagHandler(namespace, name) ? new ComponentHandler(new Panel(tag)) : null;
    }

    @Override
    public boolean containsFunction(String namespace, String name) {
        return false;
    }

    @Override
    public @Nullable Method createFunction(String namespace, String name) {
        return null;
    }

    /** The tag as a panel, which renders its children and nothing of its own. */
    private record Panel(TagConfig config) implements ComponentConfig {
        @Override
        public Tag getTag() {
            return config.getTag();
        }

        @Override
        public String getTagId() {
            return config.getTagId();
        }

        @Override
        public FaceletHandler getNextHandler() {
            return config.getNextHandler();
        }

        @Override
        public String getComponentType() {
            return UIPanel.COMPONENT_TYPE;
        }

        @Override
        public @Nullable String getRendererType() {
            return null;
        }
    }
}
