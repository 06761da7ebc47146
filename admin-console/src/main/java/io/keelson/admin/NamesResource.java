package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.naming.Naming;
import jakarta.json.JsonArrayBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.naming.Context;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/**
 * The names that are bound on this server, with the classes of what they stand for: {@code server/names}. No value is looked up.
 * Thread-safe.
 */
final class NamesResource {
    private static final int DEEPEST = 32;
    private static final int MOST = 10_000;

    private final Naming naming;

    NamesResource(Naming naming) {
        this.naming = naming;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "server/names", Role.MONITOR, this::list)
                .says("lists the names that are bound on this server")
                .query("limit", Schema.whole(1, MOST))
                .query("after", Schema.TEXT)
                .answers(
                        200,
                        Schema.object(
                                "names",
                                Schema.list(Schema.object("name", Schema.TEXT).with("class", Schema.TEXT)))));
    }

    private Answer list(Call call) throws Problem {
        Map<String, String> query = call.query(Set.of("limit", "after"));
        String limit = query.getOrDefault("limit", String.valueOf(MOST));
        if (!limit.matches("[1-9]\\d{0,4}") || Integer.parseInt(limit) > MOST) {
            throw Problem.badRequest("The parameter 'limit' is a number from 1 to " + MOST);
        }
        TreeMap<String, String> names = new TreeMap<>();
        try {
            collect(naming.context(), "", DEEPEST, names);
        } catch (NamingException e) {
            throw Problem.notDone(503, "Not there", "The names cannot be listed now: " + e, List.of());
        }
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        Call.Page<Map.Entry<String, String>> page = call.page(
                List.copyOf(
                        names.tailMap(query.getOrDefault("after", ""), false).entrySet()),
                Integer.parseInt(limit),
                Map.Entry::getKey);
        page.shown()
                .forEach(each -> array.add(Answer.JSON
                        .createObjectBuilder()
                        .add("name", each.getKey())
                        .add("class", each.getValue())));
        return Answer.json(
                        200,
                        Answer.JSON.createObjectBuilder().add("names", array).build())
                .with(page.fields());
    }

    private static void collect(Context at, String before, int deep, Map<String, String> names) throws NamingException {
        NamingEnumeration<NameClassPair> here = at.list("");
        while (here.hasMore() && names.size() < MOST) {
            NameClassPair pair = here.next();
            String name = before + pair.getName();
            if (Context.class.getName().equals(pair.getClassName()) && deep > 0) {
                names.put(name + "/", pair.getClassName());
                // Of this server's own: a context of somebody else that is bound here may be a whole directory
                // elsewhere.
                if (at.lookup(pair.getName()) instanceof Context below && below.getClass() == at.getClass()) {
                    collect(below, name + "/", deep - 1, names);
                }
            } else {
                names.put(name, pair.getClassName());
            }
        }
    }
}
