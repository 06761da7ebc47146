package io.keelson.ee.connectors.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.connectors.work.CallerMappings;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code <security-work-context>} of {@code META-INF/weblogic-ra.xml}. */
final class MappingsXml {
    private MappingsXml() {}

    static CallerMappings read(Element connector) throws DeploymentException {
        Element security = connector.first("security");
        Element work = security == null ? null : security.first("security-work-context");
        if (work == null) {
            return CallerMappings.NONE;
        }
        String required = work.textOf("inbound-mapping-required");
        if (required != null && !required.equals("true") && !required.equals("false")) {
            throw work.wrong("inbound-mapping-required is '" + required + "'; expected true or false");
        }
        Map<String, String> callers = new HashMap<>();
        for (Element each : work.all("caller-principal-mapping")) {
            String user = each.requiredTextOf("eis-caller-principal");
            String mapped = user(each.first("mapped-caller-principal"));
            if (mapped == null || callers.put(user, mapped) != null) {
                throw each.wrong(
                        mapped == null
                                ? "expected a mapped-caller-principal"
                                : "maps the user '" + user + "' a second time");
            }
        }
        Map<String, String> groups = new HashMap<>();
        for (Element each : work.all("group-principal-mapping")) {
            String group = each.requiredTextOf("eis-group-principal");
            if (groups.put(group, each.requiredTextOf("mapped-group-principal")) != null) {
                throw each.wrong("maps the group '" + group + "' a second time");
            }
        }
        return new CallerMappings(
                "true".equals(required),
                callers,
                user(work.first("caller-principal-default-mapped")),
                groups,
                work.textOf("group-principal-default-mapped"));
    }

    /** Returns the user that is meant; empty: nobody; null where there is no such element. */
    private static @Nullable String user(@Nullable Element principal) throws DeploymentException {
        if (principal == null) {
            return null;
        }
        return "true".equals(principal.textOf("use-anonymous")) ? "" : principal.requiredTextOf("principal-name");
    }
}
