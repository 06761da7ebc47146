package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The order of web fragments: the absolute one of web.xml where there is one, else what the fragments say of one
 * another. Where nothing is said the order of the libraries' names holds, so that it is the same on every machine.
 *
 * <p>Specification: Servlet 6.1, 8.2.2 Ordering of web.xml and web-fragment.xml.
 */
final class FragmentOrder {
    private final List<Fragment> fragments;

    /** For each fragment the indices of those that come before it. */
    private final List<Set<Integer>> earlier;

    private FragmentOrder(List<Fragment> fragments) {
        this.fragments = fragments;
        this.earlier = fragments.stream()
                .map(fragment -> (Set<Integer>) new LinkedHashSet<Integer>())
                .toList();
    }

    /** Returns whether anything says something about the order. */
    static boolean declared(List<Fragment> fragments, @Nullable List<String> absolute) {
        return absolute != null
                || fragments.stream()
                        .anyMatch(fragment -> !fragment.declarations().before.isEmpty()
                                || !fragment.declarations().after.isEmpty());
    }

    /** Absolute ordering (8.2.2, 1). Fragments that it names nowhere are left out unless it has {@code <others/>}. */
    static List<Fragment> absolute(List<Fragment> fragments, List<String> names) {
        Set<Fragment> ordered = new LinkedHashSet<>();
        for (String name : names) {
            for (Fragment fragment : fragments) {
                boolean named = fragment.name() != null && names.contains(fragment.name());
                if (name.equals(Declarations.OTHERS) ? !named : name.equals(fragment.name())) {
                    ordered.add(fragment);
                }
            }
        }
        return List.copyOf(ordered);
    }

    /**
     * Relative ordering (8.2.2, 2).
     *
     * @throws DeploymentException when two fragments have the same name, or the fragments want a circle
     */
    static List<Fragment> relative(List<Fragment> fragments) throws DeploymentException {
        FragmentOrder order = new FragmentOrder(fragments);
        order.readEdges(order.indexByName());
        return order.sort();
    }

    private Map<String, Integer> indexByName() throws DeploymentException {
        Map<String, Integer> indices = new HashMap<>();
        for (int i = 0; i < fragments.size(); i++) {
            String name = fragments.get(i).name();
            Integer other = name == null ? null : indices.put(name, i);
            if (other != null) {
                throw new DeploymentException("two web fragments have the name '" + name + "': "
                        + fragments.get(other).declarations().location + " and "
                        + fragments.get(i).declarations().location
                        + "; an absolute-ordering in WEB-INF/web.xml can decide");
            }
        }
        return indices;
    }

    private void readEdges(Map<String, Integer> indices) {
        for (int i = 0; i < fragments.size(); i++) {
            for (String name : fragments.get(i).declarations().after) {
                Integer other = indices.get(name);
                if (other != null) {
                    earlier.get(i).add(other);
                }
            }
            for (String name : fragments.get(i).declarations().before) {
                Integer other = indices.get(name);
                if (other != null) {
                    earlier.get(other).add(i);
                }
            }
        }
    }

    private List<Fragment> sort() throws DeploymentException {
        Set<Integer> first = closure(withOthers(true), true);
        Set<Integer> last = closure(withOthers(false), false);
        Set<Integer> torn = new LinkedHashSet<>(first);
        torn.retainAll(last);
        if (!torn.isEmpty()) {
            throw circle(torn);
        }
        List<Integer> waiting = new ArrayList<>(first);
        IntStream.range(0, fragments.size())
                .filter(i -> !first.contains(i) && !last.contains(i))
                .forEach(waiting::add);
        waiting.addAll(last);
        return topological(waiting);
    }

    private Set<Integer> withOthers(boolean before) {
        return IntStream.range(0, fragments.size())
                .filter(i -> {
                    Declarations declarations = fragments.get(i).declarations();
                    return (before ? declarations.before : declarations.after).contains(Declarations.OTHERS);
                })
                .boxed()
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Puts before the others what must come before one of them; the same for after. */
    private Set<Integer> closure(Set<Integer> start, boolean towardsEarlier) {
        Set<Integer> closed = new java.util.TreeSet<>(start);
        boolean grown = true;
        while (grown) {
            grown = false;
            for (int i = 0; i < fragments.size(); i++) {
                for (int e : earlier.get(i)) {
                    grown |= towardsEarlier ? closed.contains(i) && closed.add(e) : closed.contains(e) && closed.add(i);
                }
            }
        }
        return closed;
    }

    /** Takes, again and again, the first whose predecessors have all been taken. */
    private List<Fragment> topological(List<Integer> waiting) throws DeploymentException {
        List<Fragment> sorted = new ArrayList<>();
        Set<Integer> left = new LinkedHashSet<>(waiting);
        while (!left.isEmpty()) {
            Integer next = null;
            for (Integer candidate : left) {
                if (earlier.get(candidate).stream().noneMatch(left::contains)) {
                    next = candidate;
                    break;
                }
            }
            if (next == null) {
                throw circle(onCircle(left));
            }
            left.remove(next);
            sorted.add(fragments.get(next));
        }
        return List.copyOf(sorted);
    }

    /** Of those left, the ones on a circle: going back from any of them must come to one for the second time. */
    private Set<Integer> onCircle(Set<Integer> left) {
        List<Integer> way = new ArrayList<>();
        Integer at = left.iterator().next();
        while (!way.contains(at)) {
            way.add(at);
            at = earlier.get(at).stream().filter(left::contains).findFirst().orElseThrow();
        }
        return new LinkedHashSet<>(way.subList(way.indexOf(at), way.size()));
    }

    private DeploymentException circle(Set<Integer> indices) {
        String names = indices.stream()
                .map(i ->
                        "'" + fragments.get(i).name() + "' (" + fragments.get(i).declarations().location + ")")
                .collect(Collectors.joining(", "));
        return new DeploymentException("the ordering of these web fragments contradicts itself: " + names
                + "; an absolute-ordering in WEB-INF/web.xml can decide");
    }
}
