package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Location;
import io.keelson.deploy.spi.DeploymentException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A servlet or filter while it is put together from its declarations. A draft, confined to the deploying thread.
 *
 * <p>Specification: Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml, web-fragment.xml and Annotations.
 */
final class Component {
    final String name;
    final Location location;
    final Settings settings = new Settings();
    final Map<String, Declared<String>> parameters = new LinkedHashMap<>();
    final Map<String, Declared<String>> roleReferences = new LinkedHashMap<>();

    Component(String name, Location location) {
        this.name = name;
        this.location = location;
    }

    /** Adds what this one does not say. */
    void under(Component lower) {
        boolean decided = settings.has("servlet-class") || settings.has("jsp-file");
        Settings rest = decided ? lower.settings.without("servlet-class", "jsp-file") : lower.settings;
        settings.under(rest);
        Declared.under(parameters, lower.parameters);
        Declared.under(roleReferences, lower.roleReferences);
    }

    /** Adds what a fragment says about the same component; {@code main} is what web.xml says, nothing if it is silent. */
    void merge(Component main, Component fragment) throws DeploymentException {
        String what = "of '" + name + "' the setting";
        boolean decided = main.settings.has("servlet-class") || main.settings.has("jsp-file");
        Settings rest = decided ? fragment.settings.without("servlet-class", "jsp-file") : fragment.settings;
        settings.merge(main.settings, rest, what);
        Declared.merge(parameters, main.parameters, fragment.parameters, "of '" + name + "' the init-param");
        Declared.merge(
                roleReferences,
                main.roleReferences,
                fragment.roleReferences,
                "of '" + name + "' the security-role-ref");
    }

    Component copy() {
        Component copy = new Component(name, location);
        copy.under(this);
        return copy;
    }
}
