package grade

import (
	"fmt"

	"podium/data"
)

// scorer takes a metric's input out of a frame whose rows are in pairs.
type scorer func(f *frame) (float64, error)

// scorerMakers is the vocabulary of Competition.Metric.
var scorerMakers = map[string]func(data.Call) (scorer, error){
	"accuracy":                     makeAccuracy,
	"angular_error_mean":           plainScorer(angularError),
	"binary_log_loss":              plainScorer(binaryLogLoss),
	"dice_global":                  makeMaskMetric(diceGlobal),
	"dice_hausdorff_3d":            makeDiceHausdorff,
	"dice_mean":                    makeMaskMetric(diceMean),
	"f1_macro":                     plainScorer(f1Macro),
	"f1_micro_labels":              makeAccuracy,
	"f1_micro_multilabel":          plainScorer(f1MicroSets),
	"fbeta_pixels":                 makeFBeta,
	"haversine_p50_p95":            makeHaversine,
	"iou_precision_thresholds":     makeMaskMetric(iouPrecision),
	"jaccard_words_mean":           makeJaccardWords,
	"jigsaw_bias_auc":              makeBiasAUC,
	"kendall_tau":                  plainScorer(kendallTau),
	"kl_divergence":                plainScorer(klDivergence),
	"kuzushiji_f1":                 plainScorer(pointsF1),
	"laplace_log_likelihood":       makeLaplace,
	"levenshtein_mean":             plainScorer(levenshteinMean),
	"levenshtein_normalised":       plainScorer(levenshteinNormalised),
	"log_mae_by_group":             makeLogMAE,
	"lwlrap":                       plainScorer(lwlrap),
	"mae":                          plainScorer(mae),
	"map_3d_iou":                   plainScorer(map3D),
	"map_at_k":                     makeMAPAtK,
	"map_coco":                     makeMAPCOCO,
	"map_voc":                      plainScorer(mapVOC),
	"mcc":                          plainScorer(mcc),
	"mean_columnwise_rmse":         plainScorer(meanColumnwiseRMSE),
	"mean_columnwise_rmsle":        plainScorer(meanColumnwiseRMSLE),
	"multiclass_log_loss":          plainScorer(multiclassLogLoss),
	"pearson":                      plainScorer(pearson),
	"probabilistic_f1":             plainScorer(probabilisticF1),
	"qa_accuracy":                  plainScorer(qaAccuracy),
	"qwk":                          plainScorer(quadraticKappa),
	"rmse":                         plainScorer(rmse),
	"roc_auc":                      plainScorer(rocAUC),
	"roc_auc_macro_columnwise":     makeROCAUCMacro,
	"spearman_mean_columnwise":     plainScorer(spearmanMean),
	"top1_error":                   plainScorer(top1Error),
	"weighted_auc":                 makeWeightedAUC,
	"weighted_multilabel_log_loss": makeWeightedLogLoss,
}

func plainScorer(s scorer) func(data.Call) (scorer, error) {
	return func(call data.Call) (scorer, error) { return s, call.Args(new(struct{})) }
}

func makeScorer(call data.Call) (scorer, error) {
	maker := scorerMakers[call.Name]
	if maker == nil {
		return nil, fmt.Errorf("metric %q is not in the vocabulary", call.Name)
	}
	return maker(call)
}
