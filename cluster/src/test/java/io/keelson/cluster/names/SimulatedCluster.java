package io.keelson.cluster.names;

import io.keelson.cluster.membership.Membership.Term;
import io.keelson.cluster.names.NamingTree.Action;
import io.keelson.cluster.names.NamingTree.Event;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Several servers in one thread, from a seed: they start, crash, are parted and come together; messages between two keep
 * their order, come late, and are lost at times. Views come as a group membership would give them: the members of a part of the
 * network, the oldest first, each member hearing of it in its own time.
 *
 * <p>It checks while it runs, and {@link #settle} checks at the end; what is wrong is thrown as an AssertionError.
 */
final class SimulatedCluster {
    private static final String[] NAMES = {"a", "b", "c/d", "c/e", "f"};
    private static final int SERVERS = 5;

    private final Random random;
    private final boolean hasty;
    private final double loss;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Integer> part = new HashMap<>();
    private final Map<List<ClusterMember>, Deque<TreeMessage>> wires =
            new TreeMap<>(Comparator.comparing(List::toString));
    private final StringBuilder trace = new StringBuilder();
    private long now;
    private long highestView;
    private int runs;
    private int answered;
    private int conflicts;

    SimulatedCluster(long seed, double loss, boolean hasty) {
        random = new Random(seed);
        this.loss = loss;
        this.hasty = hasty;
    }

    private static final class Node {
        final ClusterMember member;
        final NamingTree tree;
        final Deque<Event.Entered> views = new ArrayDeque<>();
        final Map<Object, TreeChange> under = new LinkedHashMap<>();
        final Set<String> bound = new TreeSet<>();
        List<ClusterMember> view;
        Map<String, Binding> visible = Map.of();
        int tickets;

        Node(ClusterMember member, boolean hasty) {
            this.member = member;
            tree = new NamingTree(member, hasty);
            view = List.of(member);
        }
    }

    /** A schedule of so many steps. */
    SimulatedCluster run(int steps) {
        for (int i = 0; i < 3; i++) {
            start("s" + i);
        }
        for (int i = 0; i < steps; i++) {
            now += random.nextInt(20_000_000);
            int dice = random.nextInt(100);
            if (dice < 55) {
                deliver();
            } else if (dice < 70) {
                want();
            } else if (dice < 82) {
                enter();
            } else if (dice < 90) {
                any().ifPresent(node -> step(node, new Event.Tick()));
            } else if (dice < 93) {
                start("s" + random.nextInt(SERVERS));
            } else if (dice < 95) {
                crash();
            } else if (dice < 97) {
                divide();
            } else {
                heal();
            }
        }
        return this;
    }

    private java.util.Optional<Node> any() {
        List<Node> alive = new ArrayList<>(nodes.values());
        return alive.isEmpty()
                ? java.util.Optional.empty()
                : java.util.Optional.of(alive.get(random.nextInt(alive.size())));
    }

    // ---- the network -----------------------------------------------------------------------------------------------

    private void start(String server) {
        if (nodes.containsKey(server)) {
            return;
        }
        ClusterMember member = new ClusterMember(server, String.format("%08x", ++runs) + "0".repeat(24));
        Node node = new Node(member, hasty);
        nodes.put(server, node);
        part.put(server, nodes.size() == 1 ? 0 : part.getOrDefault(server, 0));
        note("start " + member);
        step(node, new Event.Formed());
        views(part.get(server));
    }

    private void crash() {
        any().ifPresent(node -> {
            note("crash " + node.member);
            nodes.remove(node.member.server());
            wires.keySet().removeIf(wire -> wire.contains(node.member));
            views(part.get(node.member.server()));
        });
    }

    private void divide() {
        Set<Integer> touched = new TreeSet<>();
        nodes.keySet().forEach(server -> {
            touched.add(part.get(server));
            part.put(server, random.nextInt(2));
            touched.add(part.get(server));
        });
        note("divide " + part);
        touched.forEach(this::views);
    }

    private void heal() {
        nodes.keySet().forEach(server -> part.put(server, 0));
        note("heal");
        views(0);
    }

    /** A new view for everybody in a part: those who were in the largest view first, in its order. */
    private void views(int which) {
        List<Node> members = nodes.values().stream()
                .filter(node -> part.get(node.member.server()) == which)
                .toList();
        if (members.isEmpty()) {
            return;
        }
        List<ClusterMember> order = new ArrayList<>();
        members.stream()
                .map(node ->
                        node.views.isEmpty() ? node.view : node.views.getLast().members())
                .max(Comparator.comparing(List::size))
                .orElseThrow()
                .stream()
                .filter(m -> members.stream().anyMatch(node -> node.member.equals(m)))
                .forEach(order::add);
        members.stream()
                .map(node -> node.member)
                .filter(m -> !order.contains(m))
                .forEach(order::add);
        // Two parts may give the same number to their views, as in a real group.
        long number = members.stream()
                        .mapToLong(node -> node.views.isEmpty()
                                ? node.tree.term().number()
                                : node.views.getLast().term().number())
                        .max()
                        .orElse(0)
                + 1;
        highestView = Math.max(highestView, number);
        Event.Entered view = new Event.Entered(new Term(number, order.get(0)), List.copyOf(order));
        members.forEach(node -> node.views.add(view));
    }

    private void enter() {
        any().filter(node -> !node.views.isEmpty()).ifPresent(this::enter);
    }

    private void enter(Node node) {
        Event.Entered view = node.views.remove();
        node.view = view.members();
        note(node.member + " enters " + view.term().number() + " of " + view.members());
        step(node, view);
    }

    private void deliver() {
        List<List<ClusterMember>> full = wires.entrySet().stream()
                .filter(wire -> !wire.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        if (!full.isEmpty()) {
            deliver(full.get(random.nextInt(full.size())), loss);
        }
    }

    private void deliver(List<ClusterMember> wire, double lost) {
        TreeMessage message = wires.get(wire).remove();
        Node to = nodes.get(wire.get(1).server());
        boolean reachable = to != null
                && to.member.equals(wire.get(1))
                && nodes.containsKey(wire.get(0).server())
                && part.get(wire.get(0).server()).equals(part.get(wire.get(1).server()));
        if (reachable && random.nextDouble() >= lost) {
            note(wire.get(0) + " to " + wire.get(1) + ": " + message.getClass().getSimpleName());
            step(to, new Event.Received(wire.get(0), recoded(message)));
        }
    }

    /** Through the bytes, as on the wire. */
    private static TreeMessage recoded(TreeMessage message) {
        try {
            return TreeCodec.read(TreeCodec.write(message));
        } catch (io.keelson.cluster.io.MalformedMessageException e) {
            throw new AssertionError(message.toString(), e);
        }
    }

    // ---- the servers -----------------------------------------------------------------------------------------------

    /** A server binds a name, or unbinds one that it believes to have. */
    private void want() {
        any().ifPresent(node -> {
            String name = NAMES[random.nextInt(NAMES.length)];
            boolean underWay = node.under.values().stream().anyMatch(change -> name.equals(nameOf(change)));
            if (underWay) {
                return;
            }
            TreeChange change = node.bound.contains(name)
                    ? new TreeChange.Unbind(name, null, true)
                    : new TreeChange.Bind(name, "X", new Bytes(new byte[] {(byte) random.nextInt()}), null, false);
            String ticket = node.member + "#" + node.tickets++;
            node.under.put(ticket, change);
            note(ticket + " wants " + change);
            step(node, new Event.Wanted(ticket, change));
        });
    }

    private static String nameOf(TreeChange change) {
        return change instanceof TreeChange.Bind bind
                ? bind.name()
                : change instanceof TreeChange.Unbind unbind ? unbind.name() : "";
    }

    private void step(Node node, Event event) {
        List<Action> actions = node.tree.step(event, now);
        actions.forEach(action -> {
            if (action instanceof Action.Visible visible) {
                node.visible = visible.bindings();
            }
        });
        for (Action action : actions) {
            if (action instanceof Action.Send send) {
                wires.computeIfAbsent(List.of(node.member, send.to()), none -> new ArrayDeque<>())
                        .add(send.message());
            } else if (action instanceof Action.Decided decided) {
                decided(node, decided);
            } else if (action instanceof Action.Lost lost) {
                note(node.member + " lost " + lost.name() + " to " + lost.winner());
                conflicts++;
                node.bound.remove(lost.name());
            }
        }
    }

    private void decided(Node node, Action.Decided decided) {
        TreeChange change = node.under.remove(decided.ticket());
        note(decided.ticket() + " is " + decided.outcome());
        answered++;
        if (change == null) {
            throw new AssertionError(decided.ticket() + " was answered twice");
        }
        if (decided.outcome() != Outcome.DONE) {
            return;
        }
        String name = nameOf(change);
        if (change instanceof TreeChange.Bind) {
            node.bound.add(name);
            everyMemberOfTheTermSees(node, name);
        } else {
            node.bound.remove(name);
        }
    }

    /** What was answered is there for all who are in the same view at that moment. */
    private void everyMemberOfTheTermSees(Node node, String name) {
        nodes.values().stream()
                .filter(other -> other.tree.term().equals(node.tree.term()) && other.tree.whole())
                .forEach(other -> {
                    Binding seen = other.visible.get(name);
                    if (seen == null || !seen.owner().equals(node.member)) {
                        throw new AssertionError(node.member + " was told that it has bound " + name + ", but "
                                + other.member + " sees " + seen + "\n" + trace);
                    }
                });
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /** Heals everything, lets all messages arrive, and checks what must then hold. */
    SimulatedCluster settle() {
        heal();
        for (int round = 0; round < 200; round++) {
            new ArrayList<>(nodes.values()).forEach(node -> {
                while (!node.views.isEmpty()) {
                    enter(node);
                }
            });
            boolean moved = true;
            while (moved) {
                moved = false;
                for (List<ClusterMember> wire : new ArrayList<>(wires.keySet())) {
                    while (!wires.get(wire).isEmpty()) {
                        deliver(wire, 0);
                        moved = true;
                    }
                }
            }
            if (nodes.values().stream().noneMatch(node -> node.tree.waits())) {
                break;
            }
            now += NamingTree.RESEND_NANOS;
            new ArrayList<>(nodes.values()).forEach(node -> step(node, new Event.Tick()));
        }
        check();
        return this;
    }

    private void check() {
        Set<Map<String, Binding>> trees = new HashSet<>();
        nodes.values().forEach(node -> {
            must(node.tree.whole(), node.member + " has no tree");
            must(node.under.isEmpty(), node.member + " was never answered: " + node.under);
            trees.add(node.visible);
            Set<String> own = new TreeSet<>();
            node.visible.forEach((name, binding) -> {
                must(
                        nodes.values().stream().anyMatch(other -> other.member.equals(binding.owner())),
                        name + " is bound by " + binding.owner() + ", which is gone");
                if (binding.owner().equals(node.member)) {
                    own.add(name);
                }
            });
            must(own.equals(node.bound), node.member + " believes to have " + node.bound + " and has " + own);
        });
        must(trees.size() <= 1, "the members see different trees: " + trees);
    }

    private void must(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise + "\n" + trace);
        }
    }

    private void note(String what) {
        trace.append(now).append(' ').append(what).append('\n');
    }

    /** All that happened, as text. */
    String trace() {
        return trace.toString();
    }

    /** Returns how many changes were decided. */
    int answered() {
        return answered;
    }

    /** Returns how many names were lost at merges. */
    int conflicts() {
        return conflicts;
    }
}
