package io.keelson.admin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A method on an address and who answers it.
 *
 * @param method the method
 * @param path the segments below the interface's prefix; {@code *} stands for a variable one
 * @param resource who answers
 */
record Route(String method, List<String> path, Resource resource) {
    /** Answers a request. Runs on an execute thread of administration. */
    interface Resource {
        Answer answer(Call call) throws Problem, IOException;
    }

    /** A route whose path is written with slashes: {@code deployments/*}. */
    static Route of(String method, String path, Resource resource) {
        return new Route(method, List.of(path.split("/")), resource);
    }

    /** The raw variable segments where the path is this route's; empty where it is another's. */
    Optional<List<String>> match(List<String> segments) {
        if (segments.size() != path.size()) {
            return Optional.empty();
        }
        List<String> variables = new ArrayList<>(1);
        for (int i = 0; i < segments.size(); i++) {
            if (path.get(i).equals("*")) {
                variables.add(segments.get(i));
            } else if (!path.get(i).equals(segments.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
