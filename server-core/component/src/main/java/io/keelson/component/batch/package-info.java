/**
 * The management of jobs (Jakarta Batch): the commands {@code keelson batch}, their resources and the page of the console. The part
 * {@code batch} adds each module with jobs to {@link io.keelson.component.batch.BatchJobs}, which is thread-safe.
 */
@NullMarked
package io.keelson.component.batch;

import org.jspecify.annotations.NullMarked;
