package io.keelson.deploy.plan;

import org.jspecify.annotations.Nullable;

/**
 * Change of a descriptor by a plan.
 *
 * @param module the module of an enterprise application; empty for the application itself
 * @param descriptor as {@code WEB-INF/web.xml}
 * @param path which element
 * @param before its text in the archive, with commas between those of several; null where there was none
 * @param after its text now; null where there is none any more
 * @param place where the plan says it: {@code plan.yaml:3:5}
 */
public record PlanChange(
        String module,
        String descriptor,
        String path,
        @Nullable String before,
        @Nullable String after,
        String place) {}
