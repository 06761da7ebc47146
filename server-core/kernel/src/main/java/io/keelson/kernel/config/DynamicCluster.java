package io.keelson.kernel.config;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose servers are made from a template. See docs/design/dynamic-clusters.md.
 *
 * @param dynamic which servers; null where all servers of the cluster are written down
 */
@Section(value = "clusters.*", help = "A cluster of servers.")
public record DynamicCluster(
        @Setting(
                help = "Servers of the cluster that are made from a template, beside those that name the cluster.",
                change = Setting.Change.LIVE)
        @Nullable
        Servers dynamic) {
    /** More servers than a cluster is made for; a bound on what a file can become. */
    static final int MOST = 200;

    /** Distance between the ports of one server and those of the one before, unless configured. */
    static final int STEP = 2;

    /** The largest size where nothing is said; it is WebLogic's. */
    static final int MOST_BY_DEFAULT = 8;

    /**
     * Servers that are made from a template: number i has the template's settings, {@code i} for {@code ${id}} in its texts, its own name
     * for {@code ${name}}, and its ports (i - 1) x port-step above the template's.
     *
     * @param template the template, which has the ports of the first server
     * @param size how many servers there are
     * @param maxSize how many there may be
     * @param namePrefix what stands before the number in their names; null for the cluster's name and a hyphen
     * @param portStep how far the ports of a server lie above those of the one before
     * @param machines the machines that they run on, one after the other; empty for what the template says
     */
    public record Servers(
            @Setting(
                    help = "Template of the servers, a name in server-templates. It has the ports of the first server.",
                    required = true,
                    reference = "server-templates",
                    change = Setting.Change.LIVE)
            String template,

            @Setting(
                    help = "How many servers there are. 'keelson scale' changes it, and starts and stops them.",
                    required = true,
                    min = "1",
                    max = "" + MOST,
                    change = Setting.Change.LIVE)
            int size,

            @Setting(
                    help = "How many servers there may be.",
                    defaultValue = "" + MOST_BY_DEFAULT,
                    min = "1",
                    max = "" + MOST,
                    change = Setting.Change.LIVE)
            int maxSize,

            @Setting(
                    help =
                            "What stands before the number in the names of the servers; without it the name of the cluster"
                                    + " and a hyphen.",
                    pattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
                    change = Setting.Change.LIVE)
            @Nullable
            String namePrefix,

            @Setting(
                    help = "How far the ports of a server (listen-port, tls-listen-port, cluster-port, those of its"
                            + " channels) lie above those of the server before.",
                    defaultValue = "" + STEP,
                    min = "1",
                    max = "1000",
                    change = Setting.Change.LIVE)
            int portStep,

            @Setting(
                    help = "Machines that the servers run on, one after the other; without it what the template says.",
                    change = Setting.Change.LIVE)
            List<String> machines) {
        public Servers {
            machines = List.copyOf(machines);
            if (size > maxSize) {
                throw new IllegalArgumentException(
                        "size is " + size + ", but max-size is " + maxSize + ": raise that first");
            }
        }
    }

    /** The name before the numbers of a cluster that says nothing of it. */
    static String prefix(String cluster) {
        return cluster + '-';
    }
}
