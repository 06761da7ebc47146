/**
 * Applications that the domain deploys to servers and clusters: what stands of them in the configuration, which of them are this
 * server's, and what a server can do with them. Everything is immutable or says who may call it. See docs/design/domain-deployment.md.
 */
@NullMarked
package io.keelson.deploy.targets;

import org.jspecify.annotations.NullMarked;
