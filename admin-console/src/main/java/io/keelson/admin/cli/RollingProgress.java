package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.Locale;

/**
 * Progress of the servers of a cluster that are restarted one after the other, for the commands that order it.
 *
 * @param command shows it
 * @param client of the admin server
 * @param cluster the cluster
 */
record RollingProgress(ServerCommand command, ManagementClient client, String cluster) {
    private static final long LOOK_MILLIS = 250;

    /** The resource. */
    String path() {
        return "domain/clusters/" + PercentEncoding.of(cluster) + "/restart";
    }

    /** Follows it to its end. Returns it as it is then. */
    JsonObject follow(JsonObject first) throws CommandException, IOException {
        return follow(command, client, path(), first);
    }

    /**
     * Follows what the admin server does with one server of a cluster after the other. On a terminal a bar moves; elsewhere there is a
     * line for each change, but where JSON was asked for.
     */
    static JsonObject follow(ServerCommand command, ManagementClient client, String path, JsonObject first)
            throws CommandException, IOException {
        Latest latest = new Latest(first);
        try (ProgressLine line = ProgressLine.of(command.spec)) {
            line.follow(latest);
            JsonObject progress = first;
            String told = "";
            while (true) {
                String now = Members.of(progress).text();
                if (!command.json && !line.seen() && !now.equals(told)) {
                    command.print(now);
                    told = now;
                }
                if (!progress.getString("state").equals("RUNNING")) {
                    return progress;
                }
                NodeCommand.pause(LOOK_MILLIS);
                progress = client.sendBriefly("GET", path).json();
                latest.progress = progress;
            }
        }
    }

    /** Progress that was seen last, for the thread that draws it. */
    private static final class Latest implements ProgressLine.Source {
        private volatile JsonObject progress;

        Latest(JsonObject first) {
            progress = first;
        }

        @Override
        public ProgressLine.Step step() {
            return Members.of(progress).step();
        }
    }

    /** Shows how far it is. */
    void show(String what, JsonObject progress) throws IOException {
        if (command.json) {
            command.print(progress.toString());
            return;
        }
        String why = progress.getString("why");
        command.print(what + " is " + progress.getString("state") + (why.isEmpty() ? "" : ": " + why));
        for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
            command.print(
                    String.format(Locale.ROOT, "  %-24s  %s", member.getString("server"), member.getString("phase")));
        }
    }

    /**
     * Numbers of the servers that are done and of all, and what happens now.
     *
     * @param now the server whose turn it is and its phase; empty for none
     */
    private record Members(int done, int all, String now) {
        static Members of(JsonObject progress) {
            int done = 0;
            int all = 0;
            String now = "";
            for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
                String phase = member.getString("phase");
                all += phase.equals("SKIPPED") ? 0 : 1;
                switch (phase) {
                    case "DONE" -> done++;
                    case "WAITING", "SKIPPED" -> {}
                    default ->
                        now = now.isEmpty()
                                ? "  " + member.getString("server") + " " + phase.toLowerCase(Locale.ROOT)
                                : now;
                }
            }
            return new Members(done, all, now);
        }

        private String count() {
            return done + " of " + all + now;
        }

        String text() {
            return "[" + "#".repeat(done) + "-".repeat(all - done) + "] " + count();
        }

        ProgressLine.Step step() {
            return new ProgressLine.Step(count(), all == 0 ? -1 : (double) done / all);
        }
    }
}
