package io.keelson.servlet.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.servlet.path.PathPattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the operator for the work managers of an application, by the name of its deployment. Read when the application is deployed.
 *
 * @param dispatchPolicy see its help
 * @param urlDispatchPolicies see its help; patterns as Servlet 6.1, 12.2, below the context root
 * @param crossContext see its help; Servlet 6.1, 9.1
 */
@Section(
        value = "applications.*",
        help = "What the domain says of a deployed application, by the name of its deployment. It is read when the"
                + " application is deployed, so it holds from its next deployment or the server's next start.")
public record DispatchSettings(
        @Setting(help = "The work manager of the application, in place of the wl-dispatch-policy of its weblogic.xml.")
        @Nullable
        String dispatchPolicy,

        @Setting(
                help = "Work managers by URL pattern: the name of the work manager and the patterns, below the context"
                        + " root, whose requests go to it, whatever the servlet says; as in batch: [/reports/*].")
        Map<String, List<String>> urlDispatchPolicies,

        @Setting(
                help =
                        "Whether ServletContext.getContext gives the application the others of this server, so that it can"
                                + " dispatch requests to them and see their attributes, as WebLogic lets it. False where the"
                                + " applications of a server shall not trust one another.",
                defaultValue = "true")
        boolean crossContext) {
    /** Settings of an application about which the domain says nothing. */
    public static final DispatchSettings NONE = new DispatchSettings(null, Map.of(), true);

    public DispatchSettings {
        Map<String, String> owners = new HashMap<>();
        urlDispatchPolicies.forEach((manager, patterns) -> {
            for (String pattern : patterns) {
                PathPattern.parse(pattern);
                String other = owners.putIfAbsent(pattern, manager);
                if (other != null) {
                    throw new IllegalArgumentException("the URL pattern '" + pattern + "' leads to two work managers, '"
                            + other + "' and '" + manager + "'; leave one out");
                }
            }
        });
    }
}
