package io.keelson.component.descriptor;

import java.util.Set;

/**
 * Says in the log which elements of a descriptor nobody knows.
 *
 * @param application whose descriptor it is
 */
public record KnownElements(String application) {
    private static final Set<String> IGNORED_EVERYWHERE = Set.of("description", "icon", "small-icon", "large-icon");

    /** Says which children are not among these. */
    public void check(Element element, Set<String> names) {
        for (Element child : element.children()) {
            if (!names.contains(child.name())) {
                unknown(child, element.name());
            }
        }
    }

    public void unknown(Element element, String parent) {
        if (!IGNORED_EVERYWHERE.contains(element.name())) {
            DescriptorLog.LOG.unknownElement(application, element.location(), element.name(), parent);
        }
    }
}
