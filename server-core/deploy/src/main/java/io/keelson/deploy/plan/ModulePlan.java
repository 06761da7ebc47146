package io.keelson.deploy.plan;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.DescriptorValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Part of a plan that concerns one module while it is deployed. Readers of a descriptor have it {@link #amended amended} first;
 * {@link #verify} then finds values that nobody has read. Confined to the deploying thread; all modules of an application share what is
 * known of the plan.
 */
public final class ModulePlan implements DescriptorValues {
    private final DeploymentPlan plan;
    private final @Nullable String module;
    private final Set<Planned> used;
    private final Set<PlanChange> changes;

    private ModulePlan(DeploymentPlan plan, @Nullable String module, Set<Planned> used, Set<PlanChange> changes) {
        this.plan = plan;
        this.module = module;
        this.used = used;
        this.changes = changes;
    }

    /** For an application by itself, or for an enterprise application as a whole. */
    public static ModulePlan of(DeploymentPlan plan) {
        return new ModulePlan(plan, null, Collections.newSetFromMap(new IdentityHashMap<>()), new LinkedHashSet<>());
    }

    /** The same for a module. */
    public ModulePlan ofModule(String name) {
        return new ModulePlan(plan, name, used, changes);
    }

    /**
     * Refuses a plan for modules that the application does not have. A module by itself is one, however a plan calls it; but
     * it calls it by one name.
     *
     * @param modules the modules of an enterprise application; empty for a module by itself
     * @return what holds for the application itself
     */
    public ModulePlan checked(Collection<String> modules) throws DeploymentException {
        String only = null;
        for (Planned planned : plan.planned()) {
            String named = planned.module();
            if (modules.isEmpty() && DeploymentPlan.ofEnterprise(planned.descriptor())) {
                throw new DeploymentException(planned.place() + ": " + planned.descriptor()
                        + " is a descriptor of enterprise applications (EAR), and this is a module by itself");
            }
            if (modules.isEmpty() && named != null && only != null && !named.equals(only)) {
                throw new DeploymentException(planned.place() + ": the plan has values for the modules '" + only
                        + "' and '" + named + "', and this is one module by itself");
            }
            if (!modules.isEmpty() && named != null && !modules.contains(named)) {
                throw new DeploymentException(planned.place() + ": the application has no module '" + named
                        + "'; it has " + String.join(", ", modules));
            }
            if (!modules.isEmpty() && named == null && !DeploymentPlan.ofEnterprise(planned.descriptor())) {
                throw new DeploymentException(planned.place() + ": " + planned.descriptor()
                        + " belongs to a module; name it: " + String.join(" or ", modules));
            }
            only = named == null ? only : named;
        }
        return only == null || !modules.isEmpty() ? this : ofModule(only);
    }

    @Override
    public boolean concerns(String descriptor) {
        return !found(descriptor).isEmpty();
    }

    private List<Planned> found(String descriptor) {
        List<Planned> found = new ArrayList<>(plan.of(module, descriptor));
        if (module != null && !DeploymentPlan.ofEnterprise(descriptor)) {
            // What names no module is the one of an application that is a module by itself, which checked() has seen
            // to.
            plan.of(null, descriptor).stream()
                    .filter(one -> !found.contains(one))
                    .forEach(found::add);
        }
        return found;
    }

    @Override
    public void amend(String descriptor, DescriptorNode root) throws DeploymentException {
        PlannedTree tree = new PlannedTree(root, descriptor, used::add, changes::add);
        for (Planned planned : found(descriptor)) {
            tree.apply(planned);
        }
    }

    /** Refuses a plan of which there is something that nobody has read. Called when all descriptors have been. */
    public void verify() throws DeploymentException {
        List<String> unread = new ArrayList<>();
        for (Planned planned : plan.planned()) {
            if (!used.contains(planned) && !planned.values().isEmpty()) {
                unread.add(planned.place() + ": " + planned.subject());
            }
        }
        if (!unread.isEmpty()) {
            throw new DeploymentException("the deployment plan has values that this server does not read: "
                    + String.join("; ", unread)
                    + "; look whether the path is right, and at docs/manual/weblogic-xml.md for what is read");
        }
    }

    /** Returns what the plan has changed, in the order in which it was. */
    public List<PlanChange> changes() {
        return List.copyOf(changes);
    }
}
