/**
 * Deployment plans: values that an operator gives an application's descriptors without touching its archive. {@link
 * io.keelson.deploy.plan.DeploymentPlan} is what was written, {@link io.keelson.deploy.plan.ModulePlan} what holds for one module while
 * it is deployed. Plans are immutable; what belongs to a deployment is confined to its thread. See docs/design/deployment-plans.md.
 */
@NullMarked
package io.keelson.deploy.plan;

import org.jspecify.annotations.NullMarked;
